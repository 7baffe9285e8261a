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
 * Stores the reports of ResourceManagers and the shares of the Global Policy Generator, as one
 * record of compressed JSON for each sub-cluster and direction. Thread-safe.
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
   * @param nanoClock a monotonic clock, in ns
   */
  public ShareStore(ZooKeeperRecordStore records, LongSupplier nanoClock) {
    this.records = records;
    ages = new ReportAgeTracker<>(nanoClock);
  }

  private ReportAgeTracker.Age age(String path, StoredRecord record) {
    return ages.look(path, record.changedIn(), () -> records.clock().ageMs(record));
  }

  /** A ResourceManager's report and its age. Immutable. */
  public static final class Report {
    private final SubClusterDemand demand;
    private final ReportAgeTracker.Age age;

    Report(SubClusterDemand demand, ReportAgeTracker.Age age) {
      this.demand = demand;
      this.age = age;
    }

    /** Returns the demand, or null if the record is invalid. */
    public SubClusterDemand demand() {
      return demand;
    }

    /** Returns the age, or null if the record is invalid. */
    public ReportAgeTracker.Age age() {
      return age;
    }
  }

  /** The shares of one sub-cluster. Immutable. */
  public static final class GrantedShares {
    private final String resource;
    private final double capacity;
    private final Map<String, Double> shares;
    private final ReportAgeTracker.Age age;

    GrantedShares(
        String resource, double capacity, Map<String, Double> shares, ReportAgeTracker.Age age) {
      this.resource = resource;
      this.capacity = capacity;
      this.shares = shares;
      this.age = age;
    }

    /**
     * Returns the resource that was divided, by YARN's name; null if an earlier version wrote the
     * record.
     */
    public String resource() {
      return resource;
    }

    /** Returns the sub-cluster's capacity when the shares were determined, in their unit. */
    public double capacity() {
      return capacity;
    }

    /**
     * Returns the shares by path of a leaf; leaves without a share are missing. Must not be
     * changed.
     */
    public Map<String, Double> shares() {
      return shares;
    }

    /** Returns the time since the shares were published. */
    public ReportAgeTracker.Age age() {
      return age;
    }
  }

  /** Writes a ResourceManager's report. */
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

  /**
   * Reads the reports of all sub-clusters, ordered by name; stale and invalid ones are included.
   */
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

  /** Removes the report and the shares of a sub-cluster. */
  public void forget(String subCluster) throws IOException {
    records.remove(SHARES + "/" + subCluster);
    records.remove(DEMANDS + "/" + subCluster);
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

  /**
   * Publishes the shares of a sub-cluster's queues.
   *
   * @param resource the resource that was divided, by YARN's name
   * @param capacity the sub-cluster's capacity
   * @param shares by path of a leaf, in the unit of the capacity
   */
  public void grant(String subCluster, String resource, double capacity, Map<String, Double> shares)
      throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("resource", resource);
    root.put("capacity", capacity);
    put(root.putObject("shares"), shares);
    records.put(SHARES + "/" + subCluster, zip(root));
  }

  /** Reads the shares of a sub-cluster; null if there are none, or the record is invalid. */
  public GrantedShares granted(String subCluster) throws IOException {
    String path = SHARES + "/" + subCluster;
    return records.readOrSkip(
        path,
        (in, record) -> {
          JsonNode root = in.gunzip().readJson();
          return new GrantedShares(
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
