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
package org.yarnext.orchestrator.policy;

/** The resources that are steered (section IV-A); the others are only measured. */
public enum ControlMode {
  CPU,
  MEMORY,
  CPU_AND_MEMORY;

  /** Returns whether amounts of a resource are changed. */
  public boolean controls(ResourceKind kind) {
    return this == CPU_AND_MEMORY || name().equals(kind.name());
  }
}
