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
package org.yarnext.mercury.policy.asks;

import java.util.LinkedHashMap;
import java.util.Map;

/** What has happened to an application's asks so far, in containers. */
final class AskCounts {
  long asked;
  long cancelled;
  long moved;
  long overGranted;
  private long grantedGuaranteed;
  private long grantedOpportunistic;
  private long crossed;

  /**
   * @param fromOther true if it was granted by one scheduler and outstanding at the other
   */
  void granted(boolean opportunistic, boolean fromOther) {
    if (opportunistic) {
      grantedOpportunistic++;
    } else {
      grantedGuaranteed++;
    }
    if (fromOther) {
      crossed++;
    }
  }

  Map<String, Long> byName() {
    Map<String, Long> s = new LinkedHashMap<>();
    s.put("asked", asked);
    s.put("grantedGuaranteed", grantedGuaranteed);
    s.put("grantedOpportunistic", grantedOpportunistic);
    s.put("cancelled", cancelled);
    s.put("moved", moved);
    s.put("crossed", crossed);
    s.put("overGranted", overGranted);
    return s;
  }

  void restore(Map<String, ?> s) {
    asked = Plain.number(s, "asked");
    grantedGuaranteed = Plain.number(s, "grantedGuaranteed");
    grantedOpportunistic = Plain.number(s, "grantedOpportunistic");
    cancelled = Plain.number(s, "cancelled");
    moved = Plain.number(s, "moved");
    crossed = Plain.number(s, "crossed");
    overGranted = Plain.number(s, "overGranted");
  }
}
