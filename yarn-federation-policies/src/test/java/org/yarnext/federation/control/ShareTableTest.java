// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import static org.junit.Assert.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

public class ShareTableTest {
  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private ZooKeeperRecordStore records;
  private ShareStore store;
  private long nowNanos;

  @Before
  public void connect() throws Exception {
    records = zooKeeper.connect();
    store = new ShareStore(records, () -> nowNanos);
  }

  @After
  public void disconnect() {
    records.close();
  }

  private static Map<String, Double> amounts(double mb, double vcores) {
    Map<String, Double> amounts = new HashMap<>();
    amounts.put("memory-mb", mb);
    amounts.put("vcores", vcores);
    return amounts;
  }

  private void report(String name) throws Exception {
    Map<String, QueueDemand> queues = new HashMap<>();
    queues.put("root.a", QueueDemand.of(50, amounts(4096, 3), amounts(65536, 200)));
    queues.put("root.a.b", QueueDemand.of(100, amounts(4096, 3), amounts(65536, 200)));
    queues.put("root.ab", QueueDemand.of(50, amounts(0, 0), amounts(0, 0)));
    store.report(SubClusterDemand.of(name, amounts(131072, 128), queues));
  }

  /** Seven seconds after all was read first, which is seconds after it was written at most. */
  private List<String> lines(String... queues) throws Exception {
    ShareTable table = new ShareTable(store);
    table.lines(Collections.emptyList());
    nowNanos += TimeUnit.SECONDS.toNanos(7);
    return table.lines(Arrays.asList(queues));
  }

  @Test
  public void sharesAreListedBesideUsedAndWaitingResources() throws Exception {
    report("x");
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.a.b", 60.4);
    shares.put("root.a.c", 7.0);
    shares.put("root.ab", 1.0);
    store.grant("x", "vcores", 128, shares);
    List<String> lines = lines();
    assertEquals(
        "queue     sub-cluster  resource  used  waiting  share  reported  published", lines.get(0));
    assertRow("root.a x vcores 3 200 67 N s 7 s", lines.get(1)); // with a leaf that is elsewhere
    assertRow("root.a.b x vcores 3 200 60 N s 7 s", lines.get(2));
    assertRow("root.ab x vcores 0 0 1 N s 7 s", lines.get(3));
    assertEquals(4, lines.size());
  }

  /** The report may be any time older than the shares. */
  private static void assertRow(String expected, String line) {
    assertEquals(expected, line.replaceAll(" +", " ").replaceAll("[0-9]+( s [0-9]+ s)$", "N$1"));
  }

  @Test
  public void memoryIsShownWithoutShares() throws Exception {
    report("x");
    assertEquals(
        "root.ab  x            memory-mb     0        0      -       7 s          -",
        lines("root.ab").get(1));
  }

  @Test
  public void queuesAreShownWithTheirDescendants() throws Exception {
    report("x");
    report("y");
    List<String> lines = lines("root.a");
    assertEquals(5, lines.size());
    assertEquals("root.a.b  x ", lines.get(2).substring(0, 12));
    assertEquals("root.a    y ", lines.get(3).substring(0, 12));
    assertEquals(7, lines().size());
    assertEquals("the headings", 1, lines("root.b").size());
  }

  @Test
  public void sharesOfAnEarlierFormatAreShownWithoutAUnit() throws Exception {
    report("x");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write("{\"capacity\":9,\"shares\":{\"root.ab\":5}}".getBytes(StandardCharsets.UTF_8));
    }
    records.put("shares/granted/x", bytes.toByteArray());
    assertEquals(Collections.singletonMap("root.ab", 5.0), store.granted("x").shares());
    String line = lines("root.ab").get(1);
    assertEquals("-", line.split(" +")[5]);
    assertEquals("published", "7", line.split(" +")[8]);
  }

  @Test
  public void reportOfTheEarlierFormatIsRead() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(
          ("{'capacity':{'memory-mb':9},'queues':{'root.a':{'weight':50,'used':{'memory-mb':3},"
                  + "'waiting':{'memory-mb':4},'maximum':0.5},'root.b':{'weight':50}}}")
              .replace('\'', '"')
              .getBytes(StandardCharsets.UTF_8));
    }
    records.put("shares/demand/x", bytes.toByteArray());
    SubClusterDemand report = store.reports().get(0).demand();
    assertEquals(Collections.singletonMap("memory-mb", 9.0), report.capacity());
    assertEquals(Arrays.asList("root.a", "root.b"), new ArrayList<>(report.queues().keySet()));
    QueueDemand a = report.queues().get("root.a");
    assertEquals(50, a.weight(), 0);
    assertEquals(0.5, a.maximum(), 0);
    assertEquals(Collections.singletonMap("memory-mb", 3.0), a.used());
    assertEquals(Collections.singletonMap("memory-mb", 4.0), a.waiting());
    assertEquals(Double.POSITIVE_INFINITY, report.queues().get("root.b").maximum(), 0);
  }
}
