// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.common.FeatureMode;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.HostRole;

/**
 * A selection of features for a configuration, with their modes and the hosts' roles. Immutable.
 */
public final class FeatureSelection {
  /** Next steps of the operator, for a configuration that has features. */
  public static final String NEXT_STEP =
      "Next: check it with \"yarnext doctor\". Distribute it to the hosts that have the jars"
          + " (\"yarnext install\"): a daemon does not start if its configuration names a class that"
          + " is missing. Then restart the daemons.";

  private final Map<Feature, FeatureMode> modes;
  private final List<HostRole> roles;
  private final FederationMember member;

  /**
   * @param roles roles of the hosts that read the configuration; empty for all
   * @param member the cluster's place in a federation
   */
  public FeatureSelection(
      Map<Feature, FeatureMode> modes, List<HostRole> roles, FederationMember member) {
    this.modes = new EnumMap<>(Feature.class);
    this.modes.putAll(modes);
    this.roles = roles;
    this.member = member;
  }

  public static FeatureSelection none() {
    return new FeatureSelection(
        Collections.emptyMap(), Collections.emptyList(), FederationMember.unknown());
  }

  public Map<Feature, FeatureMode> modes() {
    return Collections.unmodifiableMap(modes);
  }

  public List<HostRole> roles() {
    return roles;
  }

  public FederationMember member() {
    return member;
  }

  /** Returns whether the hosts have the role. */
  boolean has(HostRole role) {
    return roles.isEmpty() || roles.contains(role);
  }

  /** Returns whether the hosts only submit applications. */
  public boolean isClientOnly() {
    return roles.size() == 1 && roles.get(0) == HostRole.GATEWAY;
  }

  /** Returns the operator's next steps after this selection is configured, one a line. */
  public List<String> nextSteps() {
    if (modes.isEmpty()) {
      return Arrays.asList("Next: restart the daemons, and only then uninstall the jars.");
    }
    if (!modes.containsKey(Feature.FEDERATION) || member.zooKeeper() == null || isClientOnly()) {
      return Arrays.asList(NEXT_STEP);
    }
    String weights = String.join("=1,", member.subClusters()) + "=1";
    return Arrays.asList(
        NEXT_STEP,
        "Restart in this order:",
        "  1. The ResourceManagers of all sub-clusters, which register in "
            + member.zooKeeper()
            + ".",
        "  2. The Router, and the Global Policy Generator if you use shares of queues.",
        "  3. \"yarnext federation policy set '*' --requests "
            + weights
            + "\" on the Router's host.",
        "  4. The NodeManagers, whose applications then follow that policy.",
        "  5. On the hosts where applications are submitted: \"yarnext configure --enable"
            + " federation --role gateway --router HOST:8050\" for their configuration.");
  }

  /** Returns the selection as one line, which {@link #parse} reads. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    modes.forEach((feature, mode) -> words.add(feature.text() + "=" + mode.text()));
    if (!roles.isEmpty()) {
      words.add("roles=" + roles.stream().map(HostRole::text).collect(Collectors.joining(",")));
    }
    member.addWords(words);
    return String.join(" ", words);
  }

  /**
   * Parses a selection.
   *
   * @throws ToolException if the text is not from {@link #toString}
   */
  public static FeatureSelection parse(String text) throws ToolException {
    Map<Feature, FeatureMode> modes = new EnumMap<>(Feature.class);
    List<HostRole> roles = new ArrayList<>();
    FederationMember member = FederationMember.unknown();
    try {
      for (String word : text.trim().isEmpty() ? new String[0] : text.trim().split(" +")) {
        String[] pair = word.split("=", 2);
        if (pair[0].equals("roles")) {
          for (String role : pair[1].split(",")) {
            roles.add(HostRole.valueOf(role.toUpperCase(Locale.ROOT)));
          }
        } else if (member.with(pair[0], pair[1]) != null) {
          member = member.with(pair[0], pair[1]);
        } else {
          modes.put(Feature.of(pair[0]), FeatureMode.parse(pair[1]));
        }
      }
    } catch (RuntimeException e) {
      throw new ToolException(
          "\"" + text + "\" was not written by yarnext configure: remove the block by hand.", e);
    }
    return new FeatureSelection(modes, roles, member);
  }
}
