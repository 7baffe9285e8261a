// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.concurrent.atomic.AtomicReferenceArray;
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
  /** Texts of sizes in memory and cores alone, the last one of each slot. */
  private static final AtomicReferenceArray<SizeText> TEXTS = new AtomicReferenceArray<>(256);

  private static final Pattern AMOUNT = Pattern.compile("(.+)=(-?\\d+)(?: (\\p{Alpha}*))?");

  private ResourceCodec() {}

  /** Converts to memory in MB and whole cores, rounding smaller units up. */
  public static ResourceVector vector(Resource r) {
    ResourceInformation[] types = r.getResources(); // memory and cores come first
    return ResourceVector.of(
        value(types[0], ResourceInformation.MEMORY_MB.getUnits()),
        value(types[1], ResourceInformation.VCORES.getUnits()));
  }

  private static long value(ResourceInformation type, String usual) {
    String unit = type.getUnits();
    if (unit.equals(usual)) {
      return type.getValue();
    }
    long value = UnitsConversionUtil.convert(unit, usual, type.getValue());
    return UnitsConversionUtil.compare(usual, value, unit, type.getValue()) < 0 ? value + 1 : value;
  }

  /** Returns the smaller of two bounds in each component; a null bound is unlimited. */
  public static ResourceVector within(ResourceVector one, ResourceVector other) {
    if (one == null) {
      return other;
    }
    return other == null ? one : one.min(other);
  }

  /** Returns the maximum capability sent to an application; null if unknown. */
  public static ResourceVector maximum(RegisterApplicationMasterResponse response) {
    Resource max = response.getMaximumResourceCapability();
    return max == null ? null : vector(max);
  }

  /** Rounds a size down to whole allocation steps. */
  public static ResourceVector wholeSteps(ResourceVector size, Resource step) {
    return ResourceVector.of(
        wholeSteps(size.memoryMb(), step.getMemorySize()),
        wholeSteps(size.vcores(), step.getVirtualCores()));
  }

  /** Rounds a size up to whole allocation steps. */
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
   * Returns whether the size has other resource types than memory and cores; nodes do not account
   * for opportunistic containers' use of those.
   */
  public static boolean hasOtherResources(Resource r) {
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

  /** Encodes memory and cores as text. */
  static String text(ResourceVector size) {
    return size.memoryMb() + "/" + size.vcores();
  }

  /**
   * Decodes memory and cores.
   *
   * @throws RuntimeException if the text is invalid
   */
  static ResourceVector vector(String text) {
    int slash = text.indexOf('/');
    return ResourceVector.of(
        Long.parseLong(text.substring(0, slash)), Long.parseLong(text.substring(slash + 1)));
  }

  /** The text of a size in memory and cores. Immutable. */
  private static final class SizeText {
    final long memory;
    final long cores;
    final String text;

    SizeText(long memory, long cores, String text) {
      this.memory = memory;
      this.cores = cores;
      this.text = text;
    }
  }

  /**
   * Encodes all resource types as text, equal for equal sizes. Amounts are in the cluster's unit of
   * the type, which is omitted; if the conversion would lose precision, they keep their own unit.
   */
  public static String text(Resource size) {
    ResourceInformation[] types = size.getResources();
    if (types.length != 2 || !isUsual(types[0]) || !isUsual(types[1])) {
      return text(types);
    }
    // Each call reads the sizes of requests and containers, and most are the same.
    long memory = types[0].getValue();
    long cores = types[1].getValue();
    int hash = Long.hashCode(memory) * 31 + Long.hashCode(cores);
    int slot = (hash ^ hash >>> 8 ^ hash >>> 16) & TEXTS.length() - 1;
    SizeText known = TEXTS.get(slot);
    if (known == null || known.memory != memory || known.cores != cores) {
      known = new SizeText(memory, cores, text(types));
      TEXTS.set(slot, known);
    }
    return known.text;
  }

  private static boolean isUsual(ResourceInformation type) {
    return type.getUnits().equals(ResourceUtils.getDefaultUnit(type.getName()));
  }

  private static String text(ResourceInformation[] types) {
    StringBuilder text = new StringBuilder();
    for (ResourceInformation type : types) {
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
        // The amount is too large for the other unit.
      }
      return type.getValue() + " " + unit;
    }
    return String.valueOf(type.getValue());
  }

  /**
   * Decodes all resource types.
   *
   * @throws RuntimeException if the text is invalid or names a resource type that this cluster does
   *     not have
   */
  public static Resource resource(String text) {
    Resource size = Resource.newInstance(0, 0);
    for (String part : text.split(",")) {
      Matcher amount = AMOUNT.matcher(part);
      if (!amount.matches()) {
        throw new IllegalArgumentException(
            "\"" + part + "\" is not a resource type with an amount");
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
