// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.stock;

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
import org.yarnext.federation.amrmproxy.SplitPolicy;

/**
 * The policy of a master that registers while the state store fails, with the sample's
 * configuration.
 */
public class SampleFallbackTest {
  @Test
  public void samplePolicyDividesRequestsWhileTheStoreFails() throws Exception {
    Configuration conf = new Configuration();
    conf.addResource(
        new Path(
            new File("../conf-samples/federation/yarn-site-on.xml").getAbsoluteFile().toURI()));
    FederationStateStoreFacade failing = FederationStateStoreFacade.getInstance(conf);
    failing.reinitialize(
        new MemoryFederationStateStore() {
          @Override
          public GetSubClusterPolicyConfigurationResponse getPolicyConfiguration(
              GetSubClusterPolicyConfigurationRequest request) throws YarnException {
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
