// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.tez.dag.app.ContainerContext;
import org.apache.tez.dag.app.dag.Vertex;

/**
 * Launch context of a container that declares the expected run time, in the environment variable
 * that Mercury's nodes read. The scheduler compares containers by Tez's own context, so reuse is
 * not affected.
 */
public final class LaunchContextHook extends ContainerContext {
  /** The expected run time in ms; see docs/design/mercury.md. */
  static final String RUN_TIME_VARIABLE = "YARNEXT_MERCURY_RUN_MS";

  private final LongSupplier expectedMs;

  /**
   * Wraps a launch context.
   *
   * @param of Tez's own
   * @param expectedMs called when the container is launched; 0 or less declares nothing, and so
   *     does a variable that the vertex sets itself
   */
  public LaunchContextHook(ContainerContext of, Vertex vertex, LongSupplier expectedMs) {
    super(
        of.getLocalResources(), of.getCredentials(), of.getEnvironment(), of.getJavaOpts(), vertex);
    this.expectedMs = expectedMs;
  }

  @Override
  public Map<String, String> getEnvironment() {
    Map<String, String> stock = super.getEnvironment();
    if (stock.containsKey(RUN_TIME_VARIABLE)) {
      return stock;
    }
    long ms = expectedMs.getAsLong();
    if (ms <= 0) {
      return stock;
    }
    Map<String, String> declaring = new HashMap<>(stock);
    declaring.put(RUN_TIME_VARIABLE, Long.toString(ms));
    return declaring;
  }
}
