/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.zip.GZIPOutputStream;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;

/**
 * What ResourceManagers and the Global Policy Generator tell each other of shares, a record for
 * each sub-cluster and direction, compressed JSON. Thread-safe.
 */
public final class ShareStore {
  private static final String DEMANDS = "shares/demand";
  private static final String SHARES = "shares/granted";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ZooKeeperRecords records;

  public ShareStore(ZooKeeperRecords records) {
    this.records = records;
  }

  /** Of one sub-cluster. Immutable. */
  public static final class Granted {
    private final String resource;
    private final double capacity;
    private final Map<String, Double> shares;
    private final long madeMs;

    Granted(String resource, double capacity, Map<String, Double> shares, long madeMs) {
      this.resource = resource;
      this.capacity = capacity;
      this.shares = shares;
      this.madeMs = madeMs;
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

    /** When they were written, in ms of the store's clock. */
    public long madeMs() {
      return madeMs;
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

  /**
   * The reports of all sub-clusters that reported since, in the order of their names.
   *
   * @param sinceMs in ms of the store's clock
   */
  public List<SubClusterDemand> reports(long sinceMs) throws IOException {
    return reports(sinceMs, (name, writtenMs) -> {});
  }

  /**
   * The same.
   *
   * @param written told of each report, old ones too, when it was written in ms of the store's
   *     clock
   */
  public List<SubClusterDemand> reports(long sinceMs, ObjLongConsumer<String> written)
      throws IOException {
    Map<String, SubClusterDemand> reports = new TreeMap<>();
    for (String name : records.below(DEMANDS)) {
      SubClusterDemand report =
          records.readOrSkip(
              DEMANDS + "/" + name,
              (in, record) -> {
                written.accept(name, record.changedMs());
                return record.changedMs() >= sinceMs ? demand(name, in) : null;
              });
      if (report != null) {
        reports.put(name, report);
      }
    }
    return new ArrayList<>(reports.values());
  }

  private static SubClusterDemand demand(String name, RecordInput in) throws IOException {
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
    return records.readOrSkip(
        SHARES + "/" + subCluster,
        (in, record) -> {
          JsonNode root = in.gunzip().readJson();
          return new Granted(
              root.path("resource").asText(null),
              amount(root.path("capacity")),
              amounts(root.path("shares")),
              record.changedMs());
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
