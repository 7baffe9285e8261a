// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.common.FeatureMode;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.Role;

/**
 * A selection of features for a configuration, with their modes and the hosts' roles. Immutable.
 */
public final class FeatureSelection {
  private final Map<Feature, FeatureMode> modes;
  private final List<Role> roles;
  private final FederationMember member;

  /**
   * @param roles roles of the hosts that read the configuration; empty for all
   * @param member the cluster's place in a federation
   */
  public FeatureSelection(
      Map<Feature, FeatureMode> modes, List<Role> roles, FederationMember member) {
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

  public List<Role> roles() {
    return roles;
  }

  public FederationMember member() {
    return member;
  }

  /** Returns whether the hosts have the role. */
  boolean has(Role role) {
    return roles.isEmpty() || roles.contains(role);
  }

  /** Returns whether the hosts only submit applications. */
  public boolean isClientOnly() {
    return roles.size() == 1 && roles.get(0) == Role.GATEWAY;
  }

  /** Returns the selection as one line, which {@link #parse} reads. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    modes.forEach((feature, mode) -> words.add(feature.text() + "=" + mode.text()));
    if (!roles.isEmpty()) {
      words.add("roles=" + roles.stream().map(Role::text).collect(Collectors.joining(",")));
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
    List<Role> roles = new ArrayList<>();
    FederationMember member = FederationMember.unknown();
    try {
      for (String word : text.trim().isEmpty() ? new String[0] : text.trim().split(" +")) {
        String[] pair = word.split("=", 2);
        if (pair[0].equals("roles")) {
          for (String role : pair[1].split(",")) {
            roles.add(Role.valueOf(role.toUpperCase(Locale.ROOT)));
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
