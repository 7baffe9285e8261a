// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.kerberos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.yarnext.federation.store.KerberosRule.YARN_ON_H1;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.junit.Test;
import org.yarnext.federation.store.InvalidRecordException;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/** Logins that end, fail or come late. */
public class KerberosLoginRenewalTest extends KerberosAuthorityTestBase {
  /** Tickets of four seconds; ZooKeeper's server restarts when the first one is over. */
  @Test
  public void daemonLogsInAgainAfterItsTicketExpires() throws Exception {
    File conf = KERBEROS.krb5Conf();
    byte[] before = Files.readAllBytes(conf.toPath());
    String text = new String(before, UTF_8);
    Files.write(
        conf.toPath(),
        text.replace("[libdefaults]", "[libdefaults]\n    ticket_lifetime = 4s").getBytes(UTF_8));
    Configuration daemon = KERBEROS.conf(YARN_ON_H1, YARN);
    daemon.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, 200);
    try (ZooKeeperRecordStore records = open(daemon)) {
      long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      assertTrue(patiently(() -> records.create(JOB, job()) || records.read(JOB) != null));
      while (System.nanoTime() < endNanos) {
        assertNotNull(patiently(() -> records.read(JOB)));
        TimeUnit.MILLISECONDS.sleep(100);
      }
      KERBEROS.zooKeeper().stop();
      KERBEROS.zooKeeper().start();
      assertNotNull(patiently(() -> records.read(JOB)));
      assertTrue(patiently(() -> records.replace(JOB, DATA, -1)));
    } finally {
      Files.write(conf.toPath(), before);
    }
  }

  private interface Call<T> {
    T call() throws IOException;
  }

  /** Repeats a call until ZooKeeper answers; it may have done what an earlier one asked for. */
  private static <T> T patiently(Call<T> call) throws Exception {
    long untilNanos = System.nanoTime() + SOON_NANOS;
    while (true) {
      try {
        return call.call();
      } catch (IOException e) {
        if (System.nanoTime() > untilNanos) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  @Test
  public void daemonIsUnauthenticatedUntilItsKeytabExists() throws Exception {
    Configuration conf = KERBEROS.conf(YARN_ON_H1, YARN);
    File keytab = new File(KERBEROS.keytab().getPath() + "." + name.getMethodName());
    conf.set(CommonConfigurationKeys.ZK_KERBEROS_KEYTAB, keytab.getPath());
    conf.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, 200);
    try (ZooKeeperRecordStore records = open(conf)) {
      InvalidRecordException bad =
          assertThrows(InvalidRecordException.class, () -> records.create(JOB, job()));
      assertTrue(bad.getMessage(), bad.getMessage().contains("knows no identity"));
      assertTrue(bad.getMessage(), bad.getMessage().contains("hadoop.zk.kerberos.principal"));
      Files.copy(KERBEROS.keytab().toPath(), keytab.toPath());
      assertTrue(patiently(() -> records.create(JOB, job()) || records.read(JOB) != null));
      assertNotNull(patiently(() -> records.read(JOB)));
    }
  }

  @Test
  public void storeThatIsDownAtFirstIsUsedOnceItIsUp() throws Exception {
    KERBEROS.zooKeeper().stop();
    try (ZooKeeperRecordStore records = open(KERBEROS.conf(YARN_ON_H1, "auth::rwcda"))) {
      FutureTask<Boolean> first = new FutureTask<>(() -> records.create(JOB, DATA));
      Thread waiting = new Thread(first);
      waiting.setDaemon(true);
      waiting.start();
      assertThrows(TimeoutException.class, () -> first.get(2, TimeUnit.SECONDS));
      KERBEROS.zooKeeper().start();
      assertTrue(first.get(60, TimeUnit.SECONDS));
      assertArrayEquals(DATA, records.read(JOB).data());
    }
  }

  @Test
  public void loginWithoutAKeytabIsRefused() {
    Configuration conf = KERBEROS.conf(YARN_ON_H1, YARN);
    conf.unset(CommonConfigurationKeys.ZK_KERBEROS_KEYTAB);
    IOException refused = assertThrows(IOException.class, () -> open(conf));
    assertTrue(refused.getMessage(), refused.getMessage().contains("hadoop.zk.kerberos.keytab"));
  }
}
