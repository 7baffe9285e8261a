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
package org.yarnext.mercury.policy.requests;

import org.yarnext.common.requests.RequestKey;

/** A container as a scheduler hands it to the application. */
final class ModelGrant {
  final String id;
  final RequestKey key;
  final String host;
  final boolean opportunistic;

  ModelGrant(String id, RequestKey key, String host, boolean opportunistic) {
    this.id = id;
    this.key = key;
    this.host = host;
    this.opportunistic = opportunistic;
  }

  @Override
  public String toString() {
    return id + "@" + host + (opportunistic ? " opportunistic " : " guaranteed ") + key;
  }
}
