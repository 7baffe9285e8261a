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
package org.yarnext.mercury.amrmproxy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.yarnext.mercury.master.AskGate;

/**
 * Keeps an attempt's ledger in the NodeManager's state store, beside what YARN keeps there of the
 * AMRMProxy, so that a restarted NodeManager goes on with it.
 */
final class AttemptStore {
  private static final String KEY = "yarnext.mercury";

  private final ObjectMapper json = new ObjectMapper();
  private final NMStateStoreService store;
  private final ApplicationAttemptId attempt;

  /** Something of this attempt is in the store. */
  private boolean stored;

  /** What was stored last, but for the answer; null if another life has stored it. */
  private Map<String, Object> last;

  AttemptStore(NMStateStoreService store, ApplicationAttemptId attempt) {
    this.store = store;
    this.attempt = attempt;
  }

  /** Writes if something has changed. */
  void save(AskGate gate, LocalPlacement placement, LastAnswer answer) throws IOException {
    if (!store.canRecover()) {
      return;
    }
    if (gate.passesAll() && stored) {
      store.removeAMRMProxyAppContextEntry(attempt, KEY);
      stored = false;
      last = null;
    }
    Map<String, Object> state = gate.snapshot();
    if (state == null || placement.limits() == null) {
      return;
    }
    Map<String, Object> now = new LinkedHashMap<>();
    now.put("gate", state);
    now.put("placement", placement.limits().snapshot());
    // An answer that changed nothing may as well be given anew.
    if (!now.equals(last)) {
      Map<String, Object> all = new LinkedHashMap<>(now);
      all.put("answer", answer.snapshot());
      store.storeAMRMProxyAppContextEntry(attempt, KEY, json.writeValueAsBytes(all));
      stored = true;
      last = now;
    }
  }

  /**
   * Goes on where an earlier life of the NodeManager stopped.
   *
   * @return what that life answered last
   * @throws IOException if what it left cannot be read
   */
  @SuppressWarnings("unchecked")
  LastAnswer load(Map<String, byte[]> recovered, AskGate gate, LocalPlacement placement)
      throws IOException {
    byte[] bytes = recovered == null ? null : recovered.get(KEY);
    if (bytes == null) {
      return LastAnswer.NONE;
    }
    stored = true;
    Map<String, Object> all = json.readValue(bytes, new TypeReference<Map<String, Object>>() {});
    LastAnswer answer = LastAnswer.restore((Map<String, Object>) all.get("answer"));
    LocalPlacement.Limits said =
        LocalPlacement.Limits.restore((Map<String, Object>) all.get("placement"));
    gate.restore((Map<String, Object>) all.get("gate"));
    placement.begin(said.inNextLife());
    // The next life must not use the ids of this one, even if nothing else is ever written.
    save(gate, placement, answer);
    return answer;
  }
}
