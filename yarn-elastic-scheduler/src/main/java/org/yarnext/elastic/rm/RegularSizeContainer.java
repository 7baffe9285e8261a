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
package org.yarnext.elastic.rm;

import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerPBImpl;
import org.apache.hadoop.yarn.util.resource.Resources;

/** Copies a container with another size; all other fields, such as token and tags, stay. */
final class RegularSizeContainer {
  private RegularSizeContainer() {}

  /** Returns a copy with {@code memoryMb}; the original is the ResourceManager's own. */
  static Container of(Container container, long memoryMb) {
    Container copy = new ContainerPBImpl(((ContainerPBImpl) container).getProto());
    Resource size = Resources.clone(container.getResource());
    size.setMemorySize(memoryMb);
    copy.setResource(size);
    return copy;
  }
}
