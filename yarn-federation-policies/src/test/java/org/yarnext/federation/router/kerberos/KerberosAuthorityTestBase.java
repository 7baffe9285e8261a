// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.kerberos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.After;
import org.junit.Before;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.TestName;
import org.yarnext.common.testing.LogLines;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.StoredGangs;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.KerberosRule;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/** Daemons and strangers with Kerberos principals, and a ZooKeeper that checks them. */
public abstract class KerberosAuthorityTestBase {
  public static final String YARN = "sasl:yarn:rwcda";
  public static final String ID = "application_1_0001";
  public static final String JOB = "gangs/jobs/" + ID;
  static final byte[] DATA = {1};
  public static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(60);
  @ClassRule public static final KerberosRule KERBEROS = new KerberosRule();
  @Rule public final TestName name = new TestName();
  @Rule public final TemporaryFolder folder = new TemporaryFolder(new File("target"));
  public String root;
  public LogLines log;

  @Before
  public void prepare() {
    KERBEROS.removeFromPrincipals(true, true);
    root = "/" + name.getMethodName();
    log = new LogLines("org.yarnext.federation");
  }

  @After
  public void end() {
    log.close();
  }

  public ZooKeeperRecordStore open(Configuration conf) throws IOException {
    return ZooKeeperRecordStore.open(conf, root, true);
  }

  public ZooKeeperRecordStore daemon(String host) throws IOException {
    return open(KERBEROS.conf(host, YARN));
  }

  public static byte[] job() throws IOException {
    PendingGang gang = PendingGang.of(ID, "root.a", 1, 1, 0);
    return StoredGangs.bytes(GangJob.of("hdfs", gang, 5, new byte[] {1}));
  }

  public void forge(Configuration stranger, List<ACL> record, List<ACL> parents) throws Exception {
    ZKCuratorManager client = KERBEROS.connect(stranger);
    String[] paths = {root, root + "/gangs", root + "/gangs/jobs", root + "/shares", granted("")};
    for (String path : paths) {
      client.create(path, ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }
    client.getCurator().create().withACL(record).forPath(root + "/" + JOB, job());
    client.getCurator().create().withACL(record).forPath(granted("/x"), DATA);
    byte[] quotas = "root.a=10\n".getBytes(UTF_8);
    client.getCurator().create().withACL(record).forPath(root + "/gangs/quotas", quotas);
    for (int i = paths.length - 1; i >= 0; i--) {
      client.getCurator().setACL().withACL(parents).forPath(paths[i]);
    }
    client.close();
  }

  public String granted(String child) {
    return root + "/shares/granted" + child;
  }
}
