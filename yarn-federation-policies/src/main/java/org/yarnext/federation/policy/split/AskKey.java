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
package org.yarnext.federation.policy.split;

import java.util.Objects;

/**
 * What a ResourceManager tells asks apart by: priority, allocation request id, and the rest (size,
 * execution type) as one text. Immutable.
 */
public final class AskKey {
  private final int priority;
  private final long requestId;
  private final String kind;
  private final double size;

  private AskKey(int priority, long requestId, String kind, double size) {
    this.priority = priority;
    this.requestId = requestId;
    this.kind = Objects.requireNonNull(kind, "kind");
    this.size = size;
  }

  /**
   * @param priority as in YARN, lower is more urgent
   * @param requestId the allocation request id, -1 where the application sets none
   * @param kind everything else that makes asks different; not null
   */
  public static AskKey of(int priority, long requestId, String kind) {
    return new AskKey(priority, requestId, kind, 1);
  }

  /**
   * The same for containers of another size.
   *
   * @param newSize of one container in the unit of headroom, above 0; the kind determines it
   */
  public AskKey sized(double newSize) {
    if (!(newSize > 0)) {
      throw new IllegalArgumentException("containers of size " + newSize);
    }
    return new AskKey(priority, requestId, kind, newSize);
  }

  /** Of one container in the unit of headroom, above 0. */
  double size() {
    return size;
  }

  public int priority() {
    return priority;
  }

  public long requestId() {
    return requestId;
  }

  public String kind() {
    return kind;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof AskKey
        && ((AskKey) o).priority == priority
        && ((AskKey) o).requestId == requestId
        && ((AskKey) o).kind.equals(kind);
  }

  @Override
  public int hashCode() {
    return (priority * 31 + Long.hashCode(requestId)) * 31 + kind.hashCode();
  }

  @Override
  public String toString() {
    return priority + "/" + requestId + "/" + kind;
  }
}
