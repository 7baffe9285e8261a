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
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;

/**
 * Thrown if a container's group is not there: no longer, when it ended, or not yet. Nothing need be
 * done about it.
 */
public final class CgroupGoneException extends IOException {
  CgroupGoneException(ContainerCgroup group, Throwable cause) {
    super(group + " has no cgroup", cause);
  }
}
