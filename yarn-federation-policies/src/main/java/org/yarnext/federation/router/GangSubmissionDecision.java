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
package org.yarnext.federation.router;

/** The decision on a submission: stock starts it, it waits, or it is refused. Immutable. */
final class GangSubmissionDecision {
  /** Stock's business. */
  static final GangSubmissionDecision PASSES = new GangSubmissionDecision(null);

  /** It waits, and is durable. */
  static final GangSubmissionDecision WAITS = new GangSubmissionDecision(null);

  private final String refusal;

  GangSubmissionDecision(String refusal) {
    this.refusal = refusal;
  }

  /** What to tell the client, if it may not wait; null if it waits, and is durable. */
  String refusal() {
    return refusal;
  }
}
