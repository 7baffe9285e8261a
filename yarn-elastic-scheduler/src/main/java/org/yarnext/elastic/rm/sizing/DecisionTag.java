// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.UndersizedTag;

/**
 * Tags of an under-sized container that carry the decision on its size. The scheduler's record of a
 * container keeps this very set from the proposal on one thread to the grant on another; the
 * decision is then logged, and {@link #plain} tags replace the set. Immutable.
 */
public final class DecisionTag extends AbstractSet<String> {
  private final String tag;
  private final Decision<Long> why;

  /**
   * Creates a tag.
   *
   * @param why null if unknown
   */
  public DecisionTag(long requestedMb, Decision<Long> why) {
    this.tag = UndersizedTag.of(requestedMb);
    this.why = why;
  }

  /**
   * Returns the decision in a container's tags; null if they have none, or are from before a
   * restart.
   */
  public static Decision<Long> why(Set<String> tags) {
    return tags instanceof DecisionTag ? ((DecisionTag) tags).why : null;
  }

  /** Returns these tags without the decision. */
  public static Set<String> plain(Set<String> explained) {
    return Collections.singleton(explained.iterator().next());
  }

  @Override
  public Iterator<String> iterator() {
    return Collections.singleton(tag).iterator();
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
