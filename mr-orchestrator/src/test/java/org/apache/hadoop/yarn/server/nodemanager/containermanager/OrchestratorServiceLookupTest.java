// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.containermanager;

import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.AuxiliaryService;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.orchestrator.nm.OrchestratorAuxiliaryService;
import org.yarnext.orchestrator.nm.OrchestratorContainerListener;

/** Auxiliary services of a NodeManager, whose manifest changes them meanwhile. */
public class OrchestratorServiceLookupTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final AuxServices services = mock(AuxServices.class);
  private final Context context = mock(Context.class);
  private final OrchestratorContainerListener listener = new OrchestratorContainerListener();

  @Before
  public void start() {
    when(context.getAuxServices()).thenReturn(services);
    listener.init(context);
  }

  private static void are(AuxServices services, AuxiliaryService... now) {
    when(services.getServices()).thenReturn(asStockGivesThem(Arrays.asList(now)));
  }

  /** May be copied, and not be iterated, since a reload changes them. */
  private static Collection<AuxiliaryService> asStockGivesThem(Collection<AuxiliaryService> now) {
    Collection<AuxiliaryService> reloading =
        new ArrayList<AuxiliaryService>(now) {
          private static final long serialVersionUID = 1;

          @Override
          public Iterator<AuxiliaryService> iterator() {
            throw new ConcurrentModificationException();
          }
        };
    return Collections.unmodifiableCollection(reloading);
  }

  /** One that stays off. */
  private OrchestratorAuxiliaryService service() {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, folder.getRoot().toPath().resolve("local") + "");
    OrchestratorAuxiliaryService service = new OrchestratorAuxiliaryService();
    service.init(conf);
    service.start();
    return service;
  }

  private void containerEnds() {
    ContainerImpl c = mock(ContainerImpl.class);
    ContainerEvent event = new ContainerEvent(null, ContainerEventType.KILL_CONTAINER);
    listener.postTransition(c, ContainerState.RUNNING, ContainerState.DONE, event);
  }

  @Test
  public void serviceIsFoundDuringAManifestReload() {
    OrchestratorAuxiliaryService service = service();
    are(services, mock(AuxiliaryService.class), service);
    assertSame(
        service, OrchestratorServiceLookup.find(services, OrchestratorAuxiliaryService.class));
    are(services);
    assertNull(OrchestratorServiceLookup.find(services, OrchestratorAuxiliaryService.class));
    assertNull(OrchestratorServiceLookup.find(null, OrchestratorAuxiliaryService.class));
  }

  @Test
  public void listenerRepeatsTheLookupOnlyAfterTheServiceHasStopped() {
    OrchestratorAuxiliaryService service = service();
    are(services, service);
    containerEnds();
    containerEnds();
    verify(services, times(1)).getServices();
    service.stop();
    are(services, service());
    containerEnds();
    containerEnds();
    verify(services, times(2)).getServices();
  }

  @Test
  public void lookupFailureDoesNotAffectTheNodeManager() {
    when(services.getServices()).thenThrow(new IllegalAccessError("another Hadoop"));
    containerEnds();
    when(context.getAuxServices()).thenThrow(new IllegalStateException());
    containerEnds();
    verify(services, times(1)).getServices();
  }
}
