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
package org.yarnext.tez.history;

import java.io.IOException;

/**
 * Thrown if a file is no valid history, which is permanent; other read failures may be temporary.
 */
public final class CorruptHistoryException extends IOException {
  private static final long serialVersionUID = 1;

  CorruptHistoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
