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
package org.yarnext.mercury.master;

import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Container sizes as the policies see them, and as one text, every resource type included, that can
 * be read back.
 */
public final class Sizes {
  private Sizes() {}

  public static ResourceVector vector(Resource r) {
    return ResourceVector.of(r.getMemorySize(), r.getVirtualCores());
  }

  /** What is within both bounds, each null if there is none. */
  public static ResourceVector within(ResourceVector one, ResourceVector other) {
    if (one == null) {
      return other;
    }
    return other == null ? one : one.min(other);
  }

  /** What an application may ask for, as it was told; null if it was not. */
  public static ResourceVector most(RegisterApplicationMasterResponse response) {
    Resource most = response.getMaximumResourceCapability();
    return most == null ? null : vector(most);
  }

  /** The largest size below it that containers come in, which are rounded up to whole steps. */
  public static ResourceVector wholeSteps(ResourceVector size, Resource step) {
    return ResourceVector.of(
        wholeSteps(size.memoryMb(), step.getMemorySize()),
        wholeSteps(size.vcores(), step.getVirtualCores()));
  }

  private static long wholeSteps(long amount, long step) {
    return step > 0 ? amount - amount % step : amount;
  }

  /**
   * Whether it has anything but memory and cores: nodes keep no account of what opportunistic
   * containers hold of that.
   */
  public static boolean hasOthers(Resource r) {
    for (ResourceInformation type : r.getResources()) {
      boolean known =
          type.getName().equals(ResourceInformation.MEMORY_URI)
              || type.getName().equals(ResourceInformation.VCORES_URI);
      if (!known && type.getValue() != 0) {
        return true;
      }
    }
    return false;
  }

  /** Memory and cores as one text. */
  static String text(ResourceVector size) {
    return size.memoryMb() + "/" + size.vcores();
  }

  /**
   * @throws RuntimeException if it is no such text
   */
  static ResourceVector vector(String text) {
    int slash = text.indexOf('/');
    return ResourceVector.of(
        Long.parseLong(text.substring(0, slash)), Long.parseLong(text.substring(slash + 1)));
  }

  public static String text(Resource size) {
    StringBuilder text = new StringBuilder();
    for (ResourceInformation type : size.getResources()) {
      text.append(text.length() == 0 ? "" : ",")
          .append(type.getName())
          .append('=')
          .append(type.getValue());
    }
    return text.toString();
  }

  /**
   * @throws RuntimeException if it is no such text, or names a resource type this cluster does not
   *     have
   */
  public static Resource resource(String text) {
    Resource size = Resource.newInstance(0, 0);
    for (String part : text.split(",")) {
      int equals = part.indexOf('=');
      size.setResourceValue(part.substring(0, equals), Long.parseLong(part.substring(equals + 1)));
    }
    return size;
  }
}
