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
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyUtils;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.junit.Test;

/** What divides the asks of a master that registers while the state store fails, by the sample. */
public class SampleFallbackTest {
  @Test
  public void itIsOurPolicyAndNotABroadcast() throws Exception {
    Configuration conf = new Configuration();
    conf.addResource(
        new Path(
            new File("../conf-samples/federation/yarn-site-on.xml").getAbsoluteFile().toURI()));
    FederationStateStoreFacade failing = FederationStateStoreFacade.getInstance(conf);
    failing.reinitialize(
        new MemoryFederationStateStore() {
          @Override
          public GetSubClusterPolicyConfigurationResponse getPolicyConfiguration(
              GetSubClusterPolicyConfigurationRequest asked) throws YarnException {
            throw new YarnException("no ZooKeeper");
          }
        },
        conf);
    FederationAMRMProxyPolicy policy =
        FederationPolicyUtils.loadAMRMPolicy(
            "root.a", null, conf, failing, SubClusterId.newInstance("sc0"));
    assertEquals(SplitPolicy.class, policy.getClass());
    for (String each : new String[] {"sc0", "sc1"}) {
      assertEquals(
          each,
          1f,
          ((SplitPolicy) policy)
              .getPolicyInfo()
              .getAMRMPolicyWeights()
              .get(new SubClusterIdInfo(each)),
          0);
    }
  }
}
