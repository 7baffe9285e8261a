// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
