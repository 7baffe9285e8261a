// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.common.metrics.FeatureMetrics;

/**
 * Keeps the last {@value #MAX_SAMPLES} samples of the few metrics that the {@link OverviewPage}
 * draws as charts. Thread-safe.
 */
final class ChartHistory {
  /** Ten minutes of a sample every ten seconds. */
  static final int MAX_SAMPLES = 60;

  private static final Map<String, List<String>> CHARTED = new HashMap<>();

  static {
    CHARTED.put(
        "Mercury", Arrays.asList("QueueWaitMillis", "RunningOpportunistic", "QueuedContainers"));
    CHARTED.put("MercuryCoordinator", Collections.singletonList("WaitMeanMillis"));
    CHARTED.put("MercuryPlacement", Collections.singletonList("ContainersPlaced"));
    CHARTED.put("ElasticScheduler", Collections.singletonList("SavedMB"));
    CHARTED.put("ElasticHeap", Collections.singletonList("HeapsShrunk"));
    CHARTED.put("MrOrchestrator", Arrays.asList("Raised", "Lowered"));
  }

  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Values at one time, by bean and metric. */
  private static final class Sample {
    private final long timeMs;
    private final Map<String, Map<String, Long>> beans = new TreeMap<>();

    private Sample(long timeMs) {
      this.timeMs = timeMs;
    }
  }

  /**
   * Adds a sample and drops the oldest if there are too many.
   *
   * @param nowMs time of a monotonic clock, in ms
   * @param features their metrics; those without a chart are passed over
   */
  void add(long nowMs, Collection<FeatureMetrics> features) {
    Sample sample = new Sample(nowMs);
    for (FeatureMetrics metrics : features) {
      String bean = metrics.registeredName();
      // In a JVM with several daemons, a number is appended.
      List<String> charted = bean == null ? null : CHARTED.get(bean.replaceFirst("-\\d+$", ""));
      if (charted != null) {
        Map<String, Long> values = new TreeMap<>();
        charted.forEach(metric -> metrics.value(metric).ifPresent(v -> values.put(metric, v)));
        sample.beans.put(bean, values);
      }
    }
    synchronized (this) {
      samples.addLast(sample);
      if (samples.size() > MAX_SAMPLES) {
        samples.removeFirst();
      }
    }
  }

  synchronized void clear() {
    samples.clear();
  }

  /**
   * Writes each sample as an object: {@code ageMs} (how long ago it was taken) and {@code beans}
   * (values by bean and metric). The oldest is first.
   *
   * @param nowMs as in {@link #add}
   */
  void write(JsonGenerator json, long nowMs) throws IOException {
    Collection<Sample> copy;
    synchronized (this) {
      copy = new ArrayDeque<>(samples);
    }
    for (Sample sample : copy) {
      json.writeStartObject();
      json.writeNumberField("ageMs", nowMs - sample.timeMs);
      json.writeObjectFieldStart("beans");
      for (Map.Entry<String, Map<String, Long>> bean : sample.beans.entrySet()) {
        json.writeObjectFieldStart(bean.getKey());
        for (Map.Entry<String, Long> value : bean.getValue().entrySet()) {
          json.writeNumberField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeEndObject();
    }
  }
}
