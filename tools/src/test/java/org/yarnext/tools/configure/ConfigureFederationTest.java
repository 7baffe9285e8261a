// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.CommandRun;

/** Plain clusters become a federation. */
public class ConfigureFederationTest {
  private static final String[] SET_UP = {
    "--enable", "federation", "--sub-clusters", "east,west", "--zookeeper", "zk1:2181,zk2:2181"
  };

  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  private CommandRun done(String... more) throws IOException {
    CommandRun run = run(more);
    assertEquals(run.toString(), 0, run.status);
    return run;
  }

  private CommandRun run(String... more) throws IOException {
    String[] all = Arrays.copyOf(SET_UP, SET_UP.length + more.length);
    System.arraycopy(more, 0, all, SET_UP.length, more.length);
    return fixture.configure(all);
  }

  private Map<String, String> site() throws IOException {
    return ConfigurationFixture.values(fixture.file("yarn-site.xml"));
  }

  private void plain() throws IOException {
    fixture.properties(
        "core-site.xml", "hadoop.zk.auth", "digest:yarn:x", "hadoop.zk.acl", "auth::rwcda");
    fixture.properties("yarn-site.xml", "yarn.resourcemanager.cluster-id", "old-name");
  }

  @Test
  public void eachSubClusterHasItsNameAndItsEpochs() throws Exception {
    Set<String> epochs = new TreeSet<>();
    for (String id : new String[] {"east", "west"}) {
      plain();
      Map<String, String> before = fixture.tree();
      CommandRun run = done("--sub-cluster", id, "--mode", "on");
      Map<String, String> site = site();
      assertEquals(id, site.get("yarn.resourcemanager.cluster-id"));
      assertEquals("true", site.get("yarn.federation.enabled"));
      assertEquals("zk1:2181,zk2:2181", site.get("hadoop.zk.address"));
      assertTrue(epochs.add(site.get("yarn.resourcemanager.epoch")));
      assertThat(site.get("yarn.federation.policy-manager-params"), containsString("\"west\""));
      assertThat(
          run.out, containsString("yarnext federation policy set '*' --requests east=1,west=1"));
      CommandRun doctor = CommandRun.of("doctor", "--conf", fixture.conf().toString());
      assertEquals("", doctor.out);
      assertEquals(0, fixture.configure("--disable").status);
      assertEquals(before, fixture.tree());
    }
  }

  @Test
  public void epochsDoNotDependOnTheOrderOfSubClusters() throws Exception {
    plain();
    done("--sub-cluster", "west");
    String epoch = site().get("yarn.resourcemanager.epoch");
    CommandRun run = fixture.configure("--enable", "federation", "--sub-clusters", "west,east");
    assertEquals(run.toString(), 0, run.status);
    assertEquals(epoch, site().get("yarn.resourcemanager.epoch"));
  }

  @Test
  public void formerOptionsAreRemembered() throws Exception {
    plain();
    done("--sub-cluster", "west");
    assertEquals(0, fixture.configure("--enable", "federation", "--mode", "on").status);
    assertEquals("west", site().get("yarn.resourcemanager.cluster-id"));
    assertEquals("on", site().get("yarn.federation.policies.split.mode"));
  }

  @Test
  public void storeThatSharesCannotUseStaysAndIsNoted() throws Exception {
    plain();
    String key = YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS;
    fixture.properties("yarn-site.xml", key, "zk");
    CommandRun run = done("--sub-cluster", "east", "--mode", "on");
    assertThat(run.out, containsString("Note: " + key + "=zk stays, so shares are not enforced"));
    assertEquals("zk", site().get(key));
  }

  @Test
  public void routerBelongsToNoSubCluster() throws Exception {
    plain();
    fixture.properties("yarn-site.xml");
    done("--role", "router", "--mode", "on");
    assertEquals("true", site().get("yarn.federation.enabled"));
    assertNull(site().get("yarn.resourcemanager.cluster-id"));
    String conf = fixture.conf().toString();
    assertEquals("", CommandRun.of("doctor", "--conf", conf, "--role", "router").out);
    assertThat(
        site().get("yarn.router.clientrm.interceptor-class.pipeline"), containsString("Gang"));
  }

  /** A NodeManager with it would read the state store as often. */
  @Test
  public void shortCacheIsForRoutersAlone() throws Exception {
    String key = YarnConfiguration.FEDERATION_CACHE_TIME_TO_LIVE_SECS;
    String[] router = {"--role", "router", "--mode", "on"};
    String[] shadow = {"--role", "router"};
    String[] nodeManager = {"--sub-cluster", "east", "--role", "nodemanager", "--mode", "on"};
    String[] both = {"--sub-cluster", "east", "--role", "router,nodemanager", "--mode", "on"};
    String[] all = {"--sub-cluster", "east", "--mode", "on"};
    for (String[] hosts : new String[][] {router, shadow, nodeManager, both, all}) {
      plain();
      done(hosts);
      assertEquals(Arrays.toString(hosts), hosts == router ? "5" : null, site().get(key));
      assertEquals(0, fixture.configure("--disable").status);
    }
  }

  @Test
  public void gatewayConfigurationNamesOnlyTheRouter() throws Exception {
    fixture.properties("yarn-site.xml", "yarn.resourcemanager.address", "rm:8032");
    CommandRun run = fixture.configure("--enable", "federation", "--role", "gateway");
    assertThat(run.err, containsString("--router"));
    run = fixture.configure("--enable", "federation", "--role", "gateway", "--router", "r:8050");
    assertEquals(run.toString(), 0, run.status);
    Map<String, String> expected = new TreeMap<>();
    expected.put("yarn.resourcemanager.address", "r:8050");
    expected.put("yarn.resourcemanager.scheduler.address", "localhost:8049");
    assertEquals(expected, site());
  }

  @Test
  public void clusterMustBeOneOfTheSubClusters() throws Exception {
    plain();
    Map<String, String> before = fixture.tree();
    for (String[] wrong : new String[][] {{}, {"--sub-cluster", "north"}}) {
      CommandRun run = run(wrong);
      assertFalse(run.status == 0);
      assertThat(run.err, containsString("Say with --sub-cluster ID which of"));
      assertEquals(before, fixture.tree());
    }
  }
}
