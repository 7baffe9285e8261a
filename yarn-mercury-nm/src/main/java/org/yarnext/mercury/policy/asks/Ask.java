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
package org.yarnext.mercury.policy.asks;

import java.util.Objects;

/**
 * One entry of an application's ask as YARN's protocol has it: how many containers of a key are
 * outstanding in all that may go to a node, a rack or anywhere. Immutable.
 */
public final class Ask {
  /** The resource name of the entry that carries a key's total. */
  public static final String ANY = "*";

  private final AskKey key;
  private final String resourceName;
  private final int count;
  private final boolean opportunistic;
  private final boolean enforced;
  private final boolean relaxLocality;
  private final String label;

  private Ask(
      AskKey key,
      String resourceName,
      int count,
      boolean opportunistic,
      boolean enforced,
      boolean relaxLocality,
      String label) {
    if (count < 0) {
      throw new IllegalArgumentException("An ask for " + count + " containers at " + resourceName);
    }
    this.key = Objects.requireNonNull(key, "key");
    this.resourceName = Objects.requireNonNull(resourceName, "resourceName");
    this.count = count;
    this.opportunistic = opportunistic;
    this.enforced = enforced;
    this.relaxLocality = relaxLocality;
    this.label = label;
  }

  /**
   * An entry for guaranteed containers, not enforced, with relaxed locality and without a label.
   *
   * @param resourceName a host, a rack or {@link #ANY}
   * @param count outstanding in all, not on top of what was asked before; 0 cancels
   */
  public static Ask of(AskKey key, String resourceName, int count) {
    return new Ask(key, resourceName, count, false, false, true, null);
  }

  public Ask withCount(int value) {
    return new Ask(key, resourceName, value, opportunistic, enforced, relaxLocality, label);
  }

  /**
   * @param asOpportunistic the execution type asked for
   * @param asEnforced true if no other type will do
   */
  public Ask withType(boolean asOpportunistic, boolean asEnforced) {
    return new Ask(key, resourceName, count, asOpportunistic, asEnforced, relaxLocality, label);
  }

  public Ask withRelaxLocality(boolean value) {
    return new Ask(key, resourceName, count, opportunistic, enforced, value, label);
  }

  /**
   * @param value the node label expression; null if none was given
   */
  public Ask withLabel(String value) {
    return new Ask(key, resourceName, count, opportunistic, enforced, relaxLocality, value);
  }

  public AskKey key() {
    return key;
  }

  public String resourceName() {
    return resourceName;
  }

  public boolean isAny() {
    return ANY.equals(resourceName);
  }

  public int count() {
    return count;
  }

  public boolean opportunistic() {
    return opportunistic;
  }

  public boolean enforced() {
    return enforced;
  }

  public boolean relaxLocality() {
    return relaxLocality;
  }

  /** The node label expression; null if none was given. */
  public String label() {
    return label;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof Ask)) {
      return false;
    }
    Ask that = (Ask) o;
    return key.equals(that.key)
        && resourceName.equals(that.resourceName)
        && count == that.count
        && opportunistic == that.opportunistic
        && enforced == that.enforced
        && relaxLocality == that.relaxLocality
        && Objects.equals(label, that.label);
  }

  @Override
  public int hashCode() {
    return (key.hashCode() * 31 + resourceName.hashCode()) * 31 + count;
  }

  @Override
  public String toString() {
    return key
        + " "
        + resourceName
        + " x"
        + count
        + (opportunistic ? " opportunistic" : "")
        + (enforced ? " enforced" : "")
        + (relaxLocality ? "" : " strict")
        + (label == null ? "" : " label=" + label);
  }
}
