// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.zip.GZIPOutputStream;
import org.yarnext.federation.policy.share.ReportedQueueTable;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;

/**
 * Stores the reports of ResourceManagers and the shares of the Global Policy Generator, as one
 * record for each sub-cluster and direction. Thread-safe.
 *
 * <p>Shares are compressed JSON. So are the two parts of a report: the queues with their weights
 * and maxima, which rarely change, and the amounts of queues that have any. The queues of a report
 * are parsed only if their bytes differ from all those of the last reading.
 */
public final class ShareStore {
  private static final String DEMANDS = "shares/demand";
  private static final String SHARES = "shares/granted";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** First byte of a report in two parts. One of the earlier format begins as gzip does. */
  private static final byte TWO_PARTS = 2;

  /** Limit of resource types in a report, as each takes memory for all queues. */
  private static final int MAX_RESOURCES = 16;

  private final ZooKeeperRecordStore records;
  private final ReportAgeTracker<String> ages;

  /** The queues that were reported at the last reading, by their compressed bytes. */
  private volatile Map<ByteBuffer, ReportedQueueTable> tables = Collections.emptyMap();

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
    ReportedQueueTable table = demand.table();
    ObjectNode queues = JSON.createObjectNode();
    for (int q = 0; q < table.size(); q++) {
      ObjectNode queue = queues.putObject(table.path(q)).put("weight", table.weight(q));
      if (!Double.isInfinite(table.maximum(q))) {
        queue.put("maximum", table.maximum(q));
      }
    }
    ObjectNode amounts = JSON.createObjectNode();
    put(amounts.putObject("capacity"), demand.capacity());
    putColumns(amounts.putObject("used"), demand.used());
    putColumns(amounts.putObject("waiting"), demand.waiting());
    ObjectNode users = amounts.putObject("users");
    demand.users().forEach((path, each) -> putUsers(users.putObject(path), each));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      byte[] zipped = zip(queues);
      out.writeByte(TWO_PARTS);
      out.writeInt(zipped.length);
      out.write(zipped);
      out.write(zip(amounts));
    }
    records.put(DEMANDS + "/" + demand.name(), bytes.toByteArray());
  }

  private static void putUsers(ObjectNode node, Map<String, QueueDemand> users) {
    users.forEach(
        (name, amounts) -> {
          ObjectNode user = node.putObject(name);
          put(user.putObject("used"), amounts.used());
          put(user.putObject("waiting"), amounts.waiting());
        });
  }

  /** Puts the amounts other than 0 of each resource, after the numbers of their queues. */
  private static void putColumns(ObjectNode node, Map<String, double[]> columns) {
    columns.forEach(
        (resource, column) -> {
          ArrayNode both = node.putArray(resource);
          ArrayNode numbers = both.addArray();
          ArrayNode amounts = both.addArray();
          for (int q = 0; q < column.length; q++) {
            if (column[q] != 0) {
              numbers.add(q);
              if (column[q] == (long) column[q]) {
                amounts.add((long) column[q]); // nearly all, and shorter
              } else {
                amounts.add(column[q]);
              }
            }
          }
        });
  }

  /**
   * Reads the reports of all sub-clusters, ordered by name; stale and invalid ones are included.
   */
  public List<Report> reports() throws IOException {
    List<Report> reports = new ArrayList<>();
    Map<ByteBuffer, ReportedQueueTable> read = new HashMap<>();
    for (String name : new TreeSet<>(records.below(DEMANDS))) {
      String path = DEMANDS + "/" + name;
      Report report =
          records.readOrSkip(
              path, (in, record) -> new Report(demand(name, in, record, read), age(path, record)));
      reports.add(report == null ? new Report(null, null) : report);
    }
    tables = read;
    return reports;
  }

  /** Removes the report and the shares of a sub-cluster. */
  public void forget(String subCluster) throws IOException {
    records.remove(SHARES + "/" + subCluster);
    records.remove(DEMANDS + "/" + subCluster);
  }

  private SubClusterDemand demand(
      String name,
      BoundedRecordReader in,
      StoredRecord record,
      Map<ByteBuffer, ReportedQueueTable> read)
      throws IOException {
    if (record.data().length == 0 || record.data()[0] != TWO_PARTS) {
      return earlierDemand(name, in);
    }
    in.readByte();
    ByteBuffer zipped = ByteBuffer.wrap(in.readBytes());
    ReportedQueueTable table = read.get(zipped); // sub-clusters often have the same queues
    if (table == null) {
      table = tables.get(zipped);
      if (table == null) {
        JsonNode queues = BoundedRecordReader.of(zipped.array()).gunzip().readJson();
        table = ReportedQueueTable.of(queues(queues));
      }
      read.put(zipped, table);
    }
    JsonNode amounts = in.gunzip().readJson();
    Map<String, Map<String, QueueDemand>> users = new HashMap<>();
    amounts
        .path("users") // missing in reports of earlier versions
        .fields()
        .forEachRemaining(each -> users.put(each.getKey(), queues(each.getValue())));
    return SubClusterDemand.of(
            name,
            amounts(amounts.path("capacity")),
            table,
            columns(amounts.path("used"), table.size()),
            columns(amounts.path("waiting"), table.size()))
        .byUser(users);
  }

  private static Map<String, double[]> columns(JsonNode node, int queues) {
    if (node.size() > MAX_RESOURCES) {
      throw new IllegalArgumentException(node.size() + " resources");
    }
    Map<String, double[]> columns = new HashMap<>();
    node.fields()
        .forEachRemaining(
            each -> {
              double[] column = new double[queues];
              Iterator<JsonNode> amounts = each.getValue().path(1).elements();
              for (JsonNode number : each.getValue().path(0)) {
                column[number.intValue()] = amount(amounts.next());
              }
              columns.put(each.getKey(), column);
            });
    return columns;
  }

  /** Reads a report of the earlier format, one JSON document with the amounts of each queue. */
  private static SubClusterDemand earlierDemand(String name, BoundedRecordReader in)
      throws IOException {
    JsonNode root = in.gunzip().readJson();
    return SubClusterDemand.of(name, amounts(root.path("capacity")), queues(root.path("queues")));
  }

  private static Map<String, QueueDemand> queues(JsonNode node) {
    Map<String, QueueDemand> queues = new HashMap<>();
    node.fields()
        .forEachRemaining(
            each -> {
              JsonNode queue = each.getValue();
              QueueDemand demand =
                  QueueDemand.of(
                      queue.path("weight").asDouble(),
                      amounts(queue.path("used")),
                      amounts(queue.path("waiting")));
              JsonNode maximum = queue.path("maximum");
              queues.put(
                  each.getKey(), maximum.isNumber() ? demand.atMost(maximum.asDouble()) : demand);
            });
    return queues;
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
