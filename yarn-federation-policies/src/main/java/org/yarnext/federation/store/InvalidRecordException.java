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
 * Thrown for a record that must not be used: somebody else could have written it, it is too large,
 * or it cannot be read. Reading it again tells the same until somebody replaces or removes it.
 */
public final class InvalidRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isForeign;

  /**
   * @param path of the record in ZooKeeper; not null
   * @param why a clause that names the fix, if there is another one than to replace the record
   * @param isForeign whether somebody else could have written it
   */
  InvalidRecordException(String path, String why, boolean isForeign, Throwable cause) {
    super(path + " in ZooKeeper is not used: " + why, cause);
    this.isForeign = isForeign;
  }

  /** Whether somebody else than the federation's daemons could have written it: it says nothing. */
  public boolean isForeign() {
    return isForeign;
  }
}
