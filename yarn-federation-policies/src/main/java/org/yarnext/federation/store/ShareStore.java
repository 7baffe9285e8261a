// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.zip.GZIPOutputStream;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;

/**
 * The store of the reports of ResourceManagers and the shares of the Global Policy Generator, a
 * record for each sub-cluster and direction, compressed JSON. Thread-safe.
 */
public final class ShareStore {
  private static final String DEMANDS = "shares/demand";
  private static final String SHARES = "shares/granted";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ZooKeeperRecordStore records;
  private final ReportAgeTracker<String> ages;

  public ShareStore(ZooKeeperRecordStore records) {
    this(records, System::nanoTime);
  }

  /**
   * @param nanoClock monotonic, in ns
   */
  public ShareStore(ZooKeeperRecordStore records, LongSupplier nanoClock) {
    this.records = records;
    ages = new ReportAgeTracker<>(nanoClock);
  }

  private ReportAgeTracker.Age age(String path, StoredRecord record) {
    return ages.look(path, record.changedIn(), () -> records.clock().ageMs(record));
  }

  /** What a ResourceManager reported, and how long ago. Immutable. */
  public static final class Report {
    private final SubClusterDemand demand;
    private final ReportAgeTracker.Age age;

    Report(SubClusterDemand demand, ReportAgeTracker.Age age) {
      this.demand = demand;
      this.age = age;
    }

    /** Null if the record is not to be used. */
    public SubClusterDemand demand() {
      return demand;
    }

    /** Null if the record is not to be used. */
    public ReportAgeTracker.Age age() {
      return age;
    }
  }

  /** Of one sub-cluster. Immutable. */
  public static final class Granted {
    private final String resource;
    private final double capacity;
    private final Map<String, Double> shares;
    private final ReportAgeTracker.Age age;

    Granted(
        String resource, double capacity, Map<String, Double> shares, ReportAgeTracker.Age age) {
      this.resource = resource;
      this.capacity = capacity;
      this.shares = shares;
      this.age = age;
    }

    /** What was divided, as YARN names it; null if an earlier version wrote it. */
    public String resource() {
      return resource;
    }

    /** What the sub-cluster had when they were made, in their unit. */
    public double capacity() {
      return capacity;
    }

    /** By the paths of leaves; those without any are missing. Not to be changed. */
    public Map<String, Double> shares() {
      return shares;
    }

    /** Since when they are published. */
    public ReportAgeTracker.Age age() {
      return age;
    }
  }

  /** A ResourceManager's report. */
  public void report(SubClusterDemand demand) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    put(root.putObject("capacity"), demand.capacity());
    ObjectNode queues = root.putObject("queues");
    demand
        .queues()
        .forEach(
            (path, queue) -> {
              ObjectNode node = queues.putObject(path);
              node.put("weight", queue.weight());
              put(node.putObject("used"), queue.used());
              put(node.putObject("waiting"), queue.waiting());
              if (!Double.isInfinite(queue.maximum())) {
                node.put("maximum", queue.maximum());
              }
            });
    records.put(DEMANDS + "/" + demand.name(), zip(root));
  }

  /** The reports of all sub-clusters, old ones too, in the order of their names. */
  public List<Report> reports() throws IOException {
    List<Report> reports = new ArrayList<>();
    for (String name : new TreeSet<>(records.below(DEMANDS))) {
      String path = DEMANDS + "/" + name;
      Report report =
          records.readOrSkip(path, (in, record) -> new Report(demand(name, in), age(path, record)));
      reports.add(report == null ? new Report(null, null) : report);
    }
    return reports;
  }

  private static SubClusterDemand demand(String name, BoundedRecordReader in) throws IOException {
    JsonNode root = in.gunzip().readJson();
    Map<String, QueueDemand> queues = new HashMap<>();
    Iterator<Map.Entry<String, JsonNode>> fields = root.path("queues").fields();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> e = fields.next();
      QueueDemand queue =
          QueueDemand.of(
              e.getValue().path("weight").asDouble(),
              amounts(e.getValue().path("used")),
              amounts(e.getValue().path("waiting")));
      JsonNode maximum = e.getValue().path("maximum");
      queues.put(e.getKey(), maximum.isNumber() ? queue.atMost(maximum.asDouble()) : queue);
    }
    return SubClusterDemand.of(name, amounts(root.path("capacity")), queues);
  }

  /** Publishes what the queues of a sub-cluster may use of a resource there, in any unit. */
  public void grant(String subCluster, String resource, double capacity, Map<String, Double> shares)
      throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("resource", resource);
    root.put("capacity", capacity);
    put(root.putObject("shares"), shares);
    records.put(SHARES + "/" + subCluster, zip(root));
  }

  /** Null if nothing was ever published for it, or nothing that can be used. */
  public Granted granted(String subCluster) throws IOException {
    String path = SHARES + "/" + subCluster;
    return records.readOrSkip(
        path,
        (in, record) -> {
          JsonNode root = in.gunzip().readJson();
          return new Granted(
              root.path("resource").asText(null),
              amount(root.path("capacity")),
              amounts(root.path("shares")),
              age(path, record));
        });
  }

  private static void put(ObjectNode node, Map<String, Double> amounts) {
    amounts.forEach(node::put);
  }

  private static Map<String, Double> amounts(JsonNode node) {
    Map<String, Double> amounts = new HashMap<>();
    node.fields().forEachRemaining(e -> amounts.put(e.getKey(), amount(e.getValue())));
    return amounts;
  }

  private static double amount(JsonNode node) {
    double amount = node.asDouble();
    if (!(amount >= 0) || Double.isInfinite(amount)) {
      throw new IllegalArgumentException("an amount is " + node);
    }
    return amount;
  }

  private static byte[] zip(JsonNode node) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      JSON.writeValue(out, node);
    }
    return bytes.toByteArray();
  }
}
