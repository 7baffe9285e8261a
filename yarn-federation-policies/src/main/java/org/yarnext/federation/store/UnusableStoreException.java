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
package org.yarnext.federation.store;

import java.io.IOException;

/**
 * Thrown if records may not be kept in the configured ZooKeeper: there is none, or its access
 * rights let anybody write records that the daemons of a secure cluster would act on.
 */
public final class UnusableStoreException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param why a sentence that names the key and the fix; not null
   */
  UnusableStoreException(String why) {
    super(why);
  }
}
