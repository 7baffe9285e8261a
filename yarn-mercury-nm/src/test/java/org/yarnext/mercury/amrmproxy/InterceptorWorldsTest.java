// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdater;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.nodemanager.security.NMTokenSecretManagerInNM;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.security.BaseNMTokenSecretManager;
import org.junit.After;
import org.junit.Test;
import org.mockito.Mockito;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeCodec;

/** Random worlds: each request is served once, whatever fails. */
public class InterceptorWorldsTest extends MercuryInterceptorTestBase {
  private static final int WORLDS = Integer.getInteger("mercury.worlds", 200);

  /** Calls fail, answers are lost and NodeManagers die at any moment; what is asked is served. */
  @Test
  public void inRandomWorldsEachAskIsServedOnce() throws Exception {
    inManyWorlds(false, false);
  }

  @Test
  public void inRandomWorldsWhatIsCancelledIsNotServed() throws Exception {
    inManyWorlds(true, false);
  }

  @Test
  public void inRandomWorldsItIsTurnedOffAndOn() throws Exception {
    inManyWorlds(true, true);
  }

  private static void inManyWorlds(boolean cancels, boolean turns) {
    Long only = Long.getLong("mercury.seed");
    for (long world = 0; world < (only == null ? WORLDS : 1); world++) {
      long seed = only == null ? world : only;
      InterceptorWorldsTest test = new InterceptorWorldsTest();
      try {
        test.run(new Random(seed), cancels, turns);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("With -Dmercury.seed=" + seed + ": " + e.getMessage(), e);
      } finally {
        test.forgetNode();
      }
    }
  }
}
