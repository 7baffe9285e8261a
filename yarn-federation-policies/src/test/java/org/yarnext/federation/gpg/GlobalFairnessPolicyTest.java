// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.globalpolicygenerator.GPGPolicyFacade;
import org.junit.Test;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.control.PolicyParameters;

/** Between YARN's reader and writer of policies. */
public class GlobalFairnessPolicyTest {
  private static SubClusterPolicyConfiguration policy(String relaxAfter) throws Exception {
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(Collections.singletonMap(new SubClusterIdInfo("a"), 1f));
    info.setAMRMPolicyWeights(Collections.singletonMap(new SubClusterIdInfo("a"), 1f));
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    SubClusterPolicyConfiguration policy = manager.serializeConf();
    policy.setParams(
        PolicyParameters.of(Collections.singletonMap("relax-after", relaxAfter))
            .addTo(policy.getParams()));
    return policy;
  }

  @Test
  public void policyPublishedByOperatorsIsNotOverwritten() throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.federation.cache-ttl.secs", "0");
    MemoryFederationStateStore store = new MemoryFederationStateStore();
    store.init(conf);
    FederationStateStoreFacade facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
    GPGPolicyFacade generator = new GPGPolicyFacade(facade, conf);
    for (String relaxAfter : Arrays.asList("10s", "20s")) {
      SubClusterPolicyConfiguration published = policy(relaxAfter);
      store.setPolicyConfiguration(SetSubClusterPolicyConfigurationRequest.newInstance(published));
      generator.setPolicyManager(
          new GlobalFairnessPolicy()
              .updatePolicy("q", Collections.emptyMap(), generator.getPolicyManager("q")));
      assertEquals(published, facade.getPolicyConfiguration("q"));
    }
  }
}
