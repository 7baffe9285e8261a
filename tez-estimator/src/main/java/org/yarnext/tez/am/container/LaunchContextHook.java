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
package org.yarnext.tez.am.container;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.tez.dag.app.ContainerContext;
import org.apache.tez.dag.app.dag.Vertex;

/**
 * Hooks a container's launch context: its environment declares the expected run time, in the
 * variable that Mercury's nodes read. The scheduler compares containers by Tez's own context, so
 * reuse is not affected.
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
