// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.util.MBeans;
import org.yarnext.common.decision.DecisionBuffer;

/**
 * Publishes a {@link DecisionBuffer} as the JMX bean {@code Hadoop:service=<service>,name=<name>}.
 *
 * <p>Thread-safe. Decisions are formatted when the bean is read.
 */
public final class RecentDecisions implements RecentDecisionsMXBean {
  /** Default maximum number of decisions shown. */
  public static final int SHOWN = 100;

  /** Name of the field that replaces decisions; its value is the setting that hides them. */
  public static final String HIDDEN_BY = "hiddenBy";

  private static final JsonFactory JSON = new JsonFactory();

  private final String service;
  private final String name;
  private final DecisionBuffer ring;
  private final int shown;
  private ObjectName registered;
  private volatile String hiddenBy;

  /**
   * Creates a bean that is not registered yet.
   *
   * @param service the daemon, such as {@code NodeManager}
   * @param name the bean's name, such as {@code MercuryDecisions}
   * @param ring the decisions to show; not null
   */
  public RecentDecisions(String service, String name, DecisionBuffer ring) {
    this(service, name, ring, SHOWN);
  }

  /**
   * Creates a bean that is not registered yet.
   *
   * @param shown maximum number of decisions shown
   */
  public RecentDecisions(String service, String name, DecisionBuffer ring, int shown) {
    this.shown = shown;
    this.service = service;
    this.name = name;
    this.ring = ring;
  }

  /**
   * Registers with the platform's MBean server; does nothing if registered. If the name is taken,
   * Hadoop logs it and the bean is not shown; in MiniYARNCluster Hadoop appends a number to the
   * name.
   *
   * @param conf the daemon's configuration; if it hides applications from some users, the bean
   *     shows only the number of decisions by reason
   */
  public synchronized void register(Configuration conf) {
    if (registered == null) {
      hiddenBy = ApplicationVisibility.hiddenReason(conf);
      registered = MBeans.register(service, name, this);
    }
  }

  /** Unregisters; does nothing if not registered. */
  public synchronized void unregister() {
    if (registered != null) {
      MBeans.unregister(registered);
      registered = null;
    }
  }

  /** Returns the registered name; null while not registered. */
  public synchronized ObjectName objectName() {
    return registered;
  }

  @Override
  public String[] getRecentDecisions() {
    String key = hiddenBy;
    if (key != null) {
      return new String[] {counts(key, ring.recent(Integer.MAX_VALUE))};
    }
    return ring.recent(shown).stream().map(RecentDecisions::json).toArray(String[]::new);
  }

  /** Returns the number of decisions by reason, as one line of JSON. */
  private static String counts(String hiddenBy, List<DecisionBuffer.Entry> entries) {
    Map<String, Integer> counts = new TreeMap<>();
    entries.forEach(entry -> counts.merge(entry.reason().code(), 1, Integer::sum));
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField(HIDDEN_BY, hiddenBy);
      json.writeObjectFieldStart("counts");
      for (Map.Entry<String, Integer> count : counts.entrySet()) {
        json.writeNumberField(count.getKey(), count.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter never throws it
    }
    return text.toString();
  }

  /** Returns a decision as one line of JSON. */
  public static String json(DecisionBuffer.Entry entry) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("timeMs", entry.timeMs());
      json.writeStringField("subject", entry.subject());
      json.writeStringField("reason", entry.reason().code());
      json.writeStringField("text", entry.reason().text());
      json.writeBooleanField("applied", entry.applied());
      json.writeObjectFieldStart("inputs");
      for (Map.Entry<String, Object> input : entry.inputs().entrySet()) {
        writeInput(json, input.getKey(), input.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter never throws it
    }
    return text.toString();
  }

  private static void writeInput(JsonGenerator json, String name, Object value) throws IOException {
    if (value instanceof Long) {
      json.writeNumberField(name, (Long) value);
    } else if (value instanceof Double) {
      json.writeNumberField(name, (Double) value); // NaN and infinities become text
    } else {
      json.writeStringField(name, (String) value);
    }
  }
}
