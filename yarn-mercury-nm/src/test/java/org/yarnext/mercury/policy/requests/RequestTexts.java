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

import org.yarnext.common.requests.RequestEntry;

/** Entries as texts, as a store keeps them. */
final class RequestTexts {
  private RequestTexts() {}

  static String write(RequestEntry entry) {
    return String.join(
        ";",
        String.valueOf(entry.key().priority()),
        String.valueOf(entry.key().allocationRequestId()),
        RequestKeys.size(entry.key()),
        String.valueOf(RequestKeys.isOpportunistic(entry.key())),
        entry.resourceName(),
        String.valueOf(entry.count()),
        String.valueOf(entry.relaxLocality()));
  }

  static RequestEntry read(String text) {
    String[] s = text.split(";");
    return RequestEntry.of(
        RequestKeys.key(
            Integer.parseInt(s[0]), Long.parseLong(s[1]), s[2], Boolean.parseBoolean(s[3])),
        s[4],
        Integer.parseInt(s[5]),
        Boolean.parseBoolean(s[6]));
  }
}
