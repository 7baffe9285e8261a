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
 * Runs the container with the shortest estimated run time first, which minimises the mean wait if
 * estimates are right; the queue's aging keeps the long ones from starving.
 */
public final class ShortestFirstOrder implements QueueOrder {
  @Override
  public int compare(ContainerView a, ContainerView b) {
    return Long.compare(a.estimatedRunMs(), b.estimatedRunMs());
  }
}
