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
package org.yarnext.tools.site;

/** One property of a configuration file, and where it stands in the text. Immutable. */
public final class SiteEntry {
  private final String name;
  private final String value;
  private final boolean isFinal;
  private final int start;
  private final int end;
  private final int valueStart;
  private final int valueEnd;

  SiteEntry(
      String name,
      String value,
      boolean isFinal,
      int start,
      int end,
      int valueStart,
      int valueEnd) {
    this.name = name;
    this.value = value;
    this.isFinal = isFinal;
    this.start = start;
    this.end = end;
    this.valueStart = valueStart;
    this.valueEnd = valueEnd;
  }

  public String name() {
    return name;
  }

  /** As XML says it, without variables expanded; null if the property has none. */
  public String value() {
    return value;
  }

  public boolean isFinal() {
    return isFinal;
  }

  /** Where the element property begins, in characters. */
  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Whether there is an element value, which can be replaced in the text. */
  boolean isEditable() {
    return valueStart >= 0;
  }

  /** Where the element value begins, its tag included. */
  int valueStart() {
    return valueStart;
  }

  int valueEnd() {
    return valueEnd;
  }
}
