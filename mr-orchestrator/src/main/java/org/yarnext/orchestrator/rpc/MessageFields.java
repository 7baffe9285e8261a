// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import java.util.regex.Pattern;

/** Validates the fields of the orchestrator's protobuf messages. Stateless. */
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
      throw new MalformedMessageException(field + " is not a name");
    }
    return value;
  }
}
