// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;

/** Output of the commands for an operator of two sub-clusters. */
public class FederationCommandTest {
  private static final int TICK_MS = 500;

  @Rule public final TemporaryFolder folder = new TemporaryFolder(new File("target"));

  private final Configuration site = new Configuration(false);
  private final NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
  private ZooKeeperServer zooKeeper;

  @Before
  public void federate() throws Exception {
    File data = folder.newFolder();
    zooKeeper = new ZooKeeperServer(data, data, TICK_MS);
    connections.configure(new InetSocketAddress("127.0.0.1", 0), 0);
    connections.startup(zooKeeper);
    site.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + connections.getLocalPort());
    site.set(
        YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
        MemoryFederationStateStore.class.getName());
    MemoryFederationStateStore store = new MemoryFederationStateStore();
    store.init(site);
    FederationStateStoreFacade.getInstance(site).reinitialize(store, site);
    for (String id : new String[] {"a", "b"}) {
      store.registerSubCluster(
          SubClusterRegisterRequest.newInstance(
              SubClusterInfo.newInstance(
                  SubClusterId.newInstance(id),
                  "h:1",
                  "h:2",
                  "h:3",
                  "h:4",
                  SubClusterState.SC_RUNNING,
                  1,
                  "{}")));
    }
  }

  @After
  public void stop() {
    connections.shutdown();
    zooKeeper.shutdown();
  }

  private CommandRun run(String... arguments) throws IOException {
    File file = folder.newFile();
    try (OutputStream out = new FileOutputStream(file)) {
      site.writeXml(out);
    }
    String[] all = new String[arguments.length + 3];
    all[0] = "federation";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 2] = "--site";
    all[all.length - 1] = file.getPath();
    return CommandRun.of(all);
  }

  @Test
  public void publishedAndStagedPoliciesArePrinted() throws Exception {
    CommandRun set = run("policy", "set", "q", "r", "--requests", "a=1,b=0");
    assertEquals(set.toString(), ExitCode.DONE, set.status);
    String weights = "homes {a=1.0, b=0.0}, requests {a=1.0, b=0.0}";
    String newLine = System.lineSeparator();
    assertEquals(
        "q: " + weights + ", version 1" + newLine + "r: " + weights + ", version 1" + newLine,
        set.out);
    CommandRun staged = run("policy", "stage", "q", "--in", "b", "--requests", "a=1,b=0");
    assertEquals("q: " + weights + ", staged in [b]" + newLine, staged.out);
  }

  @Test
  public void publishedQuotasAreShown() throws Exception {
    CommandRun published = run("quotas", "root.a=5");
    assertEquals(published.toString(), "root.a=5" + System.lineSeparator(), published.out);
    assertEquals(published.out, run("quotas").out);
  }

  /** Its ACL and login protect the records, so it must not be overlooked. */
  @Test
  public void coreSiteBesideTheSiteIsReadToo() throws Exception {
    Configuration core = new Configuration(false);
    core.set(CommonConfigurationKeys.ZK_ADDRESS, site.get(CommonConfigurationKeys.ZK_ADDRESS));
    site.unset(CommonConfigurationKeys.ZK_ADDRESS);
    try (OutputStream out = new FileOutputStream(folder.newFile("core-site.xml"))) {
      core.writeXml(out);
    }
    CommandRun published = run("quotas", "root.a=5");
    assertEquals(published.toString(), ExitCode.DONE, published.status);
  }

  @Test
  public void eachCommandNamesTheMissingZooKeeperKey() throws Exception {
    site.unset(CommonConfigurationKeys.ZK_ADDRESS);
    for (String command : new String[] {"policy list", "quotas", "shares"}) {
      CommandRun refused = run(command.split(" "));
      assertEquals(refused.toString(), ExitCode.FAILED, refused.status);
      assertTrue(refused.toString(), refused.err.contains("hadoop.zk.address is not set: gangs"));
    }
  }
}
