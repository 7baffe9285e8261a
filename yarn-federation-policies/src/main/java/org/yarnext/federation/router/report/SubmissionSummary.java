// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.report;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.router.submission.SubmissionCodec;

/**
 * The name, type, tags, priority and access control lists of a waiting job's submission. Immutable.
 */
final class SubmissionSummary {
  /** Size of a text's object, in characters. */
  private static final int CHARACTERS_PER_OBJECT = 64;

  private final String name;
  private final String type;
  private final Set<String> tags;
  private final Integer priority;
  private final Map<ApplicationAccessType, String> acls;

  private SubmissionSummary(ApplicationSubmissionContext submission) {
    name = submission.getApplicationName();
    type = submission.getApplicationType();
    Collection<String> given = submission.getApplicationTags();
    tags = given == null ? Collections.emptySet() : new TreeSet<>(given);
    Priority set = submission.getPriority();
    priority = set == null ? null : set.getPriority();
    ContainerLaunchContext master = submission.getAMContainerSpec();
    acls = master == null ? Collections.emptyMap() : master.getApplicationACLs();
  }

  /**
   * Decodes the submission of a job.
   *
   * @throws IOException if it cannot be read
   */
  static SubmissionSummary of(GangJob job) throws IOException {
    return new SubmissionSummary(SubmissionCodec.of(job));
  }

  /** Returns the application's name; null if the submission has none. */
  String name() {
    return name;
  }

  /** Returns the application's type; null if the submission has none. */
  String type() {
    return type;
  }

  /** Returns the application's tags; not a copy. */
  Set<String> tags() {
    return tags;
  }

  /** Returns the application's priority; null if the submission has none. */
  Priority priority() {
    return priority == null ? null : Priority.newInstance(priority);
  }

  /** Returns who may view and modify the application besides its owner; not a copy. */
  Map<ApplicationAccessType, String> acls() {
    return acls;
  }

  /** Returns an estimate of the memory that it needs, in characters. */
  int characters() {
    int all = CHARACTERS_PER_OBJECT + length(name) + length(type);
    for (String tag : tags) {
      all += CHARACTERS_PER_OBJECT + length(tag);
    }
    for (String acl : acls.values()) {
      all += CHARACTERS_PER_OBJECT + length(acl);
    }
    return all;
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }
}
