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
package org.yarnext.elastic.rm.sizing;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.UndersizedTag;

/**
 * The tags of an under-sized container, with the decision that led to it: the scheduler's record of
 * a container keeps this very set, from the proposal on one thread to the grant on another, where
 * the decision is logged and dropped. Immutable.
 */
public final class DecisionTag extends AbstractSet<String> {
  private final String tag;
  private final Decision<Long> why;

  /**
   * Creates a tag.
   *
   * @param why null if unknown
   */
  public DecisionTag(long askedMb, Decision<Long> why) {
    this.tag = UndersizedTag.of(askedMb);
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
