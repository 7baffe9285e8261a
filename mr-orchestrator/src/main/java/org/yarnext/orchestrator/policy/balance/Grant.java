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
package org.yarnext.orchestrator.policy.balance;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one task is given, and of whom it was taken. Filled by {@link NodeBudget} only. */
final class Grant {
  private final AllocationRequest request;
  private double amount;
  private final Map<String, Double> takenOf = new LinkedHashMap<>();
  private double ofFree;

  Grant(AllocationRequest request) {
    this.request = request;
  }

  void takeOf(String donor, double part) {
    takenOf.put(donor, part);
    amount += part;
  }

  void takeOfFree(double part) {
    ofFree = part;
    amount += part;
  }

  AllocationRequest request() {
    return request;
  }

  /** In millicores or bytes. */
  double amount() {
    return amount;
  }

  double ofFree() {
    return ofFree;
  }

  /** By container, in the order taken. */
  Map<String, Double> takenOf() {
    return takenOf;
  }
}
