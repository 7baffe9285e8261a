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
package org.yarnext.orchestrator.rpc;

import java.util.regex.Pattern;

/** Checks the fields of a message. Stateless. */
final class MessageFields {
  /** Upper bound of any amount: a petabyte, or as many millicores. */
  private static final double MAX_AMOUNT = 1L << 50;

  private static final Pattern NAME = Pattern.compile("[\\p{Alnum}_.:@-]{1,200}");

  private MessageFields() {}

  static double finite(String field, boolean isThere, double value)
      throws MalformedMessageException {
    if (!isThere || Double.isNaN(value) || Double.isInfinite(value)) {
      throw new MalformedMessageException(field + (isThere ? " is " + value : " is missing"));
    }
    return value;
  }

  /** Reads an amount of a resource. */
  static double amount(String field, boolean isThere, double value)
      throws MalformedMessageException {
    if (finite(field, isThere, value) < 0 || value > MAX_AMOUNT) {
      throw new MalformedMessageException(field + " is " + value);
    }
    return value;
  }

  static String name(String field, String value) throws MalformedMessageException {
    if (!NAME.matcher(value).matches()) {
      throw new MalformedMessageException(field + " is no name");
    }
    return value;
  }
}
