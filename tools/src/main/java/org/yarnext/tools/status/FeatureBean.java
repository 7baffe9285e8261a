// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.JmxPage;

/** Metrics of a feature in one daemon, read from its MBean. Immutable. */
final class FeatureBean {
  private static final String MODE = "tag.Mode";

  private final ClusterDaemon daemon;
  private final String name;
  private final String mode;
  private final Map<String, Long> numbers;

  FeatureBean(ClusterDaemon daemon, String name, String mode, Map<String, Long> numbers) {
    this.daemon = daemon;
    this.name = name;
    this.mode = mode;
    this.numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
  }

  /** Returns the beans of the pack's features on a daemon's page. */
  static List<FeatureBean> of(ClusterDaemon daemon, JmxPage page) {
    List<FeatureBean> beans = new ArrayList<>();
    for (JsonNode bean : page.beans()) {
      if (bean.has(MODE)) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        bean.fields()
            .forEachRemaining(
                field -> {
                  if (field.getValue().isIntegralNumber()) {
                    numbers.put(field.getKey(), field.getValue().asLong());
                  }
                });
        beans.add(
            new FeatureBean(
                daemon, name(bean.path("name").asText()), bean.path(MODE).asText(), numbers));
      }
    }
    return beans;
  }

  /** Returns the name without the number that a JVM with several daemons appends. */
  private static String name(String objectName) {
    return objectName.replaceFirst(".*name=([^,]*).*", "$1").replaceFirst("-\\d+$", "");
  }

  ClusterDaemon daemon() {
    return daemon;
  }

  /** Returns the name of the bean, such as Mercury. */
  String name() {
    return name;
  }

  /** Returns the feature: mercury, elastic, orchestrator, tez or federation. */
  String feature() {
    return name.startsWith("Mercury")
        ? "mercury"
        : name.startsWith("Elastic")
            ? "elastic"
            : name.startsWith("MrOrchestrator")
                ? "orchestrator"
                : name.startsWith("Federation") ? "federation" : "tez";
  }

  /** Returns off, shadow, on or unknown. */
  String mode() {
    return mode;
  }

  /** Returns all metrics by name, in the order of the page. */
  Map<String, Long> numbers() {
    return numbers;
  }

  boolean has(String metric) {
    return numbers.containsKey(metric);
  }

  /** Returns a metric; 0 if the bean does not have it. */
  long number(String metric) {
    return numbers.getOrDefault(metric, 0L);
  }
}
