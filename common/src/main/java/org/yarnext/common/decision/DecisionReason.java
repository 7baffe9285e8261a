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
package org.yarnext.common.decision;

/**
 * States why a policy decided as it did: a stable code for machines and one sentence for people.
 *
 * <p>Implemented by enums, one a policy family. Codes are upper-case with underscores, unique
 * within a feature, and keep their meaning between releases, since metric names and dashboards are
 * made of them. Implementations are immutable and thread-safe.
 */
public interface DecisionReason {
  /** Returns the machine-readable code, such as {@code SHED_WAIT_LIMIT}; never null or empty. */
  String code();

  /** Returns one sentence for an operator, without numbers (those are the decision's inputs). */
  String text();
}
