// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a container's heap was made smaller or left; the codes are stable and counted. */
public enum HeapReason implements DecisionReason {
  HEAP_SHRUNK(
      "The heap was made smaller with the container.", "Stock leaves the command as it is."),
  HEAP_SHRUNK_BEFORE(
      "The command was already rewritten for this container.",
      "Stock leaves the command as it is."),
  HEAP_FITS("The unchanged heap fits into the smaller container."),
  HEAP_LEFT_NOT_UNDERSIZED("The container has the memory that its application requested."),
  HEAP_LEFT_NO_FLAG("The command has no option for the maximum heap."),
  HEAP_LEFT_BY_PERCENTAGE("The heap is a percentage of the memory that the JVM detects."),
  HEAP_LEFT_UNREADABLE(
      "The option for the maximum heap cannot be read, or the command is too" + " long."),
  HEAP_LEFT_BELOW_FLOOR("The heap would be smaller than the configured minimum.");

  private final String text;
  private final String stock;

  HeapReason(String text) {
    this(text, "");
  }

  HeapReason(String text, String stock) {
    this.text = text;
    this.stock = stock;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String stock() {
    return stock;
  }
}
