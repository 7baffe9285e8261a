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
package org.yarnext.common.requests;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One allocate call of the application. Its begin states what the application requests; then a
 * policy divides it, {@link #send} says what each scheduler is sent, and exactly one of {@link
 * #commit} and {@link #lost} ends it. What the application stated counts in either case: clients
 * repeat it after a failure, and the counts are absolute. Not thread-safe.
 */
public final class AllocateTransaction {
  private final OutstandingRequests requests;
  private final Schedulers schedulers;
  private Map<String, List<RequestEntry>> sent = Collections.emptyMap();
  private boolean isOpen = true;

  AllocateTransaction(OutstandingRequests requests, Schedulers schedulers) {
    this.requests = requests;
    this.schedulers = schedulers;
  }

  /**
   * To be called once, when the shares of each key sum to its total.
   *
   * @return by scheduler, in the order to be sent; schedulers without changes are missing
   */
  public Map<String, List<RequestEntry>> send() {
    sent = requests.send(schedulers);
    return sent;
  }

  /** The call was passed on; answers tell when schedulers have read it. */
  public void commit() {
    end();
    requests.commit();
  }

  /**
   * The call failed, and nobody knows which schedulers got it: each is sent again what this call
   * sent.
   */
  public void lost() {
    end();
    sent.forEach(requests::markLost);
  }

  private void end() {
    if (!isOpen) {
      throw new IllegalStateException("The call has ended already");
    }
    isOpen = false;
  }
}
