// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

public class QueuePolicyReloaderTest {
  /** So long that no pass of its own comes before the test has ended them. */
  private static final long HOUR_MS = 3_600_000;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final FederationStateStore store = mock(FederationStateStore.class);

  private static SubClusterPolicyConfiguration policy(String type) {
    return SubClusterPolicyConfiguration.newInstance("q", type, ByteBuffer.allocate(0));
  }

  private void holds(SubClusterPolicyConfiguration policy) throws YarnException {
    when(store.getPolicyConfiguration(any()))
        .thenReturn(
            policy == null ? null : GetSubClusterPolicyConfigurationResponse.newInstance(policy));
  }

  @Test
  public void publishedPolicyIsKeptWhileTheStoreFailsOrIsEmpty() throws Exception {
    QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    QueuePolicyReloader.PolicyWatch watched = watch.watch(store, policy("first"), "a");
    holds(policy("second"));
    watch.reload();
    assertEquals("second", watched.latest().getType());
    holds(null);
    watch.reload();
    assertEquals("deleted for others", "second", watched.latest().getType());
    when(store.getPolicyConfiguration(any())).thenThrow(new YarnException("down"));
    assertThrows(YarnException.class, watch::reload);
    assertEquals("second", watched.latest().getType());
  }

  @Test
  public void unreadablePoliciesDoNotKeepOtherQueuesFromBeingRead() throws Exception {
    QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    List<QueuePolicyReloader.PolicyWatch> watched = new ArrayList<>();
    String[] queues = {"p", "q", "r", "s"};
    for (String queue : queues) {
      watched.add(
          watch.watch(
              store,
              SubClusterPolicyConfiguration.newInstance(queue, "first", ByteBuffer.allocate(0)),
              "a"));
    }
    when(store.getPolicyConfiguration(any()))
        .thenAnswer(
            call -> {
              GetSubClusterPolicyConfigurationRequest read = call.getArgument(0);
              if (read.getQueue().equals("p")) {
                throw new YarnException("corrupt");
              }
              if (read.getQueue().equals("r")) {
                throw new IllegalStateException("corrupt");
              }
              return GetSubClusterPolicyConfigurationResponse.newInstance(policy("second"));
            });
    for (int pass = 0; pass < queues.length; pass++) {
      assertThrows(Exception.class, watch::reload);
    }
    assertEquals("first", watched.get(0).latest().getType());
    assertEquals("second", watched.get(1).latest().getType());
    assertEquals("first", watched.get(2).latest().getType());
    assertEquals("second", watched.get(3).latest().getType());
  }

  @Test
  public void unreadableStagedPolicyDoesNotAffectOtherQueues() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      records.put("policies/staged/a/q", new byte[] {1});
      Configuration conf = zooKeeperConf(true);
      QueuePolicyReloader watch = reloader(0, conf);
      List<QueuePolicyReloader.PolicyWatch> watched = new ArrayList<>();
      for (String queue : new String[] {"p", "q", "r"}) {
        watched.add(
            watch.watch(
                store,
                SubClusterPolicyConfiguration.newInstance(queue, "first", ByteBuffer.allocate(0)),
                "a"));
      }
      holds(policy("second"));
      watch.reload();
      assertEquals("second", watched.get(0).latest().getType());
      assertEquals("it is not known which", "first", watched.get(1).latest().getType());
      assertEquals("second", watched.get(2).latest().getType());
      records.remove("policies/staged/a/q");
      awaitType("second", watch, watched.get(1));
      watch.stop();
    }
  }

  /** YARN's own store, which counts calls. */
  private static final class CountedStore extends ZookeeperFederationStateStore {
    private final AtomicInteger reads = new AtomicInteger();

    @Override
    public GetSubClusterPolicyConfigurationResponse getPolicyConfiguration(
        GetSubClusterPolicyConfigurationRequest request) throws YarnException {
      reads.incrementAndGet();
      return super.getPolicyConfiguration(request);
    }

    void publish(String queue, String type) throws YarnException {
      setPolicyConfiguration(
          SetSubClusterPolicyConfigurationRequest.newInstance(
              SubClusterPolicyConfiguration.newInstance(queue, type, ByteBuffer.allocate(0))));
    }
  }

  private Configuration zooKeeperConf(boolean staging) {
    Configuration conf = new Configuration(zooKeeper.conf());
    conf.set(
        YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
        ZookeeperFederationStateStore.class.getName());
    conf.setBoolean("yarn.federation.policies.split.staging", staging);
    conf.setInt(CommonConfigurationKeys.ZK_NUM_RETRIES, 3); // stock's are a thousand
    conf.setInt(CommonConfigurationKeys.ZK_RETRY_INTERVAL_MS, 100);
    return conf;
  }

  private static QueuePolicyReloader reloader(long intervalMs, Configuration conf)
      throws InvalidConfigurationException {
    return new QueuePolicyReloader(
        intervalMs, ZooKeeperPolicySource.connector(FederationConfiguration.read(conf), conf));
  }

  @Test
  public void hourlyStoreReadsDoNotExceedThoseOfStock() throws Exception {
    Configuration conf = zooKeeperConf(true);
    CountedStore counted = new CountedStore();
    counted.init(conf);
    QueuePolicyReloader watch = reloader(HOUR_MS, conf);
    List<QueuePolicyReloader.PolicyWatch> masters = new ArrayList<>();
    try {
      String[] queues = {"p", "q", "r"};
      for (String queue : queues) {
        counted.publish(queue, "first");
        for (int i = 0; i < 4; i++) {
          masters.add(
              watch.watch(
                  counted,
                  SubClusterPolicyConfiguration.newInstance(queue, "first", ByteBuffer.allocate(0)),
                  "a"));
        }
      }
      watch.reading().close(); // the test is its clock
      final long calls = zooKeeper.calls();
      for (int looks = 0; looks < 360; looks++) {
        watch.reload();
      }
      assertEquals("reads of the state store", queues.length, counted.reads.get());
      long others = zooKeeper.calls() - calls;
      assertTrue("calls to ZooKeeper in all: " + others, others < 40);
      counted.publish("q", "second"); // as YARN's own tools do
      awaitType("second", watch, masters.get(4));
      assertEquals("first", masters.get(0).latest().getType());
      watch.reload();
      watch.reload();
      assertEquals("twice", queues.length + 2, counted.reads.get());
    } finally {
      watch.stop();
      counted.close();
    }
    assertEquals(12, masters.size());
  }

  private static void awaitType(
      String type, QueuePolicyReloader watch, QueuePolicyReloader.PolicyWatch master)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!master.latest().getType().equals(type)) {
      assertTrue("not told", System.nanoTime() < end);
      watch.reload();
    }
  }

  @Test
  public void policyPublishedDuringAZooKeeperOutageIsFoundLater() throws Exception {
    Configuration conf = zooKeeperConf(false);
    CountedStore counted = new CountedStore();
    counted.init(conf);
    QueuePolicyReloader watch = reloader(HOUR_MS, conf);
    try {
      counted.publish("q", "first");
      QueuePolicyReloader.PolicyWatch master = watch.watch(counted, policy("first"), "a");
      watch.reading().close();
      watch.reload();
      zooKeeper.stop();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      boolean isNoticed = false;
      while (!isNoticed) {
        assertTrue("a watch that tells nothing any more", System.nanoTime() < end);
        try {
          watch.reload();
        } catch (IOException e) {
          isNoticed = true;
        }
      }
      zooKeeper.start();
      counted.publish("q", "second");
      end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (!master.latest().getType().equals("second")) {
        assertTrue("not told", System.nanoTime() < end);
        try {
          watch.reload();
        } catch (IOException | YarnException e) {
          Thread.yield(); // it comes back
        }
      }
    } finally {
      watch.stop();
      counted.close();
    }
  }

  @Test
  public void applicationsOfOneQueueShareAWatch() throws Exception {
    QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    QueuePolicyReloader.PolicyWatch one = watch.watch(store, policy("first"), "a");
    QueuePolicyReloader.PolicyWatch other = watch.watch(store, policy("first"), "a");
    holds(policy("second"));
    watch.reload();
    verify(store, times(1)).getPolicyConfiguration(any());
    assertEquals("second", one.latest().getType());
    assertEquals("second", other.latest().getType());
  }

  @Test
  public void policyReadBeforeAnApplicationBeganIsIgnored() throws Exception {
    QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    QueuePolicyReloader.PolicyWatch older = watch.watch(store, policy("first"), "a");
    holds(policy("mistake"));
    watch.reload();
    QueuePolicyReloader.PolicyWatch newer = watch.watch(store, policy("second"), "a");
    assertEquals("mistake", older.latest().getType());
    assertEquals("rolled back when it began", "second", newer.latest().getType());
    holds(policy("third"));
    watch.reload();
    assertEquals("third", older.latest().getType());
    assertEquals("third", newer.latest().getType());
  }

  @Test
  public void laterApplicationWithACachedPolicyGetsTheNewerPolicy() throws Exception {
    Configuration conf = zooKeeperConf(false);
    CountedStore counted = new CountedStore();
    counted.init(conf);
    QueuePolicyReloader watch = reloader(HOUR_MS, conf);
    try {
      counted.publish("q", "second");
      QueuePolicyReloader.PolicyWatch first = watch.watch(counted, policy("first"), "a");
      watch.reading().close();
      watch.reload();
      assertEquals("second", first.latest().getType());
      QueuePolicyReloader.PolicyWatch later = watch.watch(counted, policy("first"), "a");
      watch.reload();
      assertEquals("second", later.latest().getType());
      watch.watch(counted, policy("second"), "a");
      watch.reload();
      assertEquals("not for one that has the newest", 2, counted.reads.get());
    } finally {
      watch.stop();
      counted.close();
    }
  }

  @Test
  public void policyPublishedBetweenTheStartOfAnApplicationAndTheFirstPassIsRead()
      throws Exception {
    Configuration conf = zooKeeperConf(false);
    conf.setInt(YarnConfiguration.FEDERATION_CACHE_TIME_TO_LIVE_SECS, 0);
    CountedStore counted = new CountedStore();
    counted.init(conf);
    QueuePolicyReloader watch = reloader(HOUR_MS, conf);
    try {
      counted.publish("q", "first");
      QueuePolicyReloader.PolicyWatch first = watch.watch(counted, policy("first"), "a");
      watch.reading().close();
      TimeUnit.MILLISECONDS.sleep(10); // so that the store's times differ
      counted.publish("q", "second");
      TimeUnit.MILLISECONDS.sleep(10);
      SubClusterRecords.register(counted, "a");
      watch.reload();
      assertEquals("second", first.latest().getType());
    } finally {
      watch.stop();
      counted.close();
    }
  }

  @Test
  public void policyReadWhileAnApplicationBeginsIsNotAppliedToIt() throws Exception {
    QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    QueuePolicyReloader.PolicyWatch first = watch.watch(store, policy("first"), "a");
    List<QueuePolicyReloader.PolicyWatch> begun = new ArrayList<>();
    when(store.getPolicyConfiguration(any()))
        .thenAnswer(
            call -> {
              begun.add(watch.watch(store, policy("second"), "a"));
              return GetSubClusterPolicyConfigurationResponse.newInstance(policy("first"));
            });
    watch.reload();
    assertEquals("first", first.latest().getType());
    assertEquals("second", begun.get(0).latest().getType());
  }

  @Test
  public void applicationsKeepTheirInitialPolicyWithoutAnInterval() {
    QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    watch.watch(store, policy("first"), "a");
    assertEquals("second", watch.watch(store, policy("second"), "a").latest().getType());
  }

  @Test
  public void storeIsNeverReadWithoutAnInterval() throws Exception {
    QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    assertNotNull(watch.watch(store, policy("first"), "a"));
    assertEquals("and no age is shown", 0, watch.reading().ageMs());
    verify(store, never()).getPolicyConfiguration(any());
  }
}
