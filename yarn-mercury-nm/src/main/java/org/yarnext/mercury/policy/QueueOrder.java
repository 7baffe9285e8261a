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
package org.yarnext.mercury.policy;

/**
 * Orders the waiting opportunistic containers of a node (Mercury section 4.3, queue reordering).
 *
 * <p>Rules: the answer depends on the two views alone, it is a total preorder, and it does not
 * change while both wait; the queue breaks ties by arrival and then by id. Called by one thread at
 * a time. An implementation outside this package needs a public constructor without parameters.
 */
public interface QueueOrder {

  /**
   * Compares two containers: negative if {@code a} runs before {@code b}, positive if after, 0 if
   * the arrival order decides.
   */
  int compare(ContainerView a, ContainerView b);
}
