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
package org.yarnext.mercury.application;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.UnitsConversionUtil;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Converts YARN's resources to the policies' vectors, and to a text of all resource types and back.
 */
public final class ResourceCodec {
  private static final Pattern AMOUNT = Pattern.compile("(.+)=(-?\\d+)(?: (\\p{Alpha}*))?");

  private ResourceCodec() {}

  /** Memory in MB and whole cores, rounded up where the units are smaller. */
  public static ResourceVector vector(Resource r) {
    return ResourceVector.of(
        value(r.getResourceInformation(ResourceInformation.MEMORY_URI)),
        value(r.getResourceInformation(ResourceInformation.VCORES_URI)));
  }

  private static long value(ResourceInformation type) {
    String unit = type.getUnits();
    String usual = ResourceUtils.getDefaultUnit(type.getName());
    if (unit.equals(usual)) {
      return type.getValue();
    }
    long value = UnitsConversionUtil.convert(unit, usual, type.getValue());
    return UnitsConversionUtil.compare(usual, value, unit, type.getValue()) < 0 ? value + 1 : value;
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

  /** The size that a container of a size comes in, which is rounded up to whole steps. */
  public static ResourceVector roundedUp(ResourceVector size, Resource step) {
    return ResourceVector.of(
        roundedUp(size.memoryMb(), step.getMemorySize()),
        roundedUp(size.vcores(), step.getVirtualCores()));
  }

  private static long roundedUp(long amount, long step) {
    long lower = wholeSteps(amount, step);
    return lower == amount ? amount : lower + step;
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

  /**
   * All resource types as one text, the same for the same size: amounts are in the unit that the
   * cluster has for the type, without it, unless that would lose a part.
   */
  public static String text(Resource size) {
    StringBuilder text = new StringBuilder();
    for (ResourceInformation type : size.getResources()) {
      text.append(text.length() == 0 ? "" : ",")
          .append(type.getName())
          .append('=')
          .append(amount(type));
    }
    return text.toString();
  }

  private static String amount(ResourceInformation type) {
    String unit = type.getUnits();
    String usual = ResourceUtils.getDefaultUnit(type.getName());
    if (!unit.equals(usual)) {
      try {
        long converted = UnitsConversionUtil.convert(unit, usual, type.getValue());
        if (UnitsConversionUtil.compare(unit, type.getValue(), usual, converted) == 0) {
          return String.valueOf(converted);
        }
      } catch (IllegalArgumentException e) {
        // Too large for the other unit.
      }
      return type.getValue() + " " + unit;
    }
    return String.valueOf(type.getValue());
  }

  /**
   * @throws RuntimeException if it is no such text, or names a resource type this cluster does not
   *     have
   */
  public static Resource resource(String text) {
    Resource size = Resource.newInstance(0, 0);
    for (String part : text.split(",")) {
      Matcher amount = AMOUNT.matcher(part);
      if (!amount.matches()) {
        throw new IllegalArgumentException("\"" + part + "\" is no resource type with its amount");
      }
      String type = amount.group(1);
      long value = Long.parseLong(amount.group(2));
      ResourceInformation known = size.getResourceInformation(type);
      known.setValue(value);
      if (amount.group(3) != null) {
        known.setUnits(amount.group(3));
      }
    }
    return size;
  }
}
