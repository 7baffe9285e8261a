/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
  public void whatOperatorsPublishIsNotWrittenOver() throws Exception {
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
