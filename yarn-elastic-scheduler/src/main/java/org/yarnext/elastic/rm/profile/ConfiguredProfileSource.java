// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.profile;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.profile.LiveProfiles;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.job.JobDescriptor;

/**
 * Finds a job's profile in its tags, if its queue accepts profiles in tags, else in the file.
 * Thread-safe; never blocks.
 */
public final class ConfiguredProfileSource implements ProfileSource {
  /**
   * Maximum length of a job name by which a profile of the file is found, and trust is remembered
   * after the job's end. An application can have a name of any length, and patterns take longer for
   * longer names.
   */
  private static final int MAX_NAME = 1_000;

  private static final Pattern ANY_NAME = Pattern.compile("[*?]*");

  private final LiveProfiles file;
  private final Predicate<String> acceptsTags;

  /**
   * Creates a source.
   *
   * @param acceptsTags whether profiles in tags are used for jobs of a queue, by its path
   */
  public ConfiguredProfileSource(LiveProfiles file, Predicate<String> acceptsTags) {
    this.file = file;
    this.acceptsTags = acceptsTags;
  }

  @Override
  public ElasticityModel find(JobDescriptor job, int priority) {
    TaskProfile own = own(job, priority);
    TaskProfile profile = own == null ? filed(job, priority) : own;
    return profile == null ? null : profile.model();
  }

  /**
   * Returns true also for profiles of the file: the application chose the name by which they were
   * found.
   */
  @Override
  public boolean isClaimed(JobDescriptor job, int priority) {
    return true;
  }

  @Override
  public boolean refresh() {
    return file.poll();
  }

  /**
   * Returns a key shared by the runs of one job: those of one user whose profile is the same entry
   * of the file, or that have their own profile under the same name. An entry for any name covers
   * many jobs, which are distinguished by their names. An entry whose model has changed is another
   * entry.
   */
  @Override
  public TaskClass taskClass(JobDescriptor job, int priority) {
    TaskProfile own = own(job, priority);
    if (own != null) {
      String runs =
          named(job) ? "tags " + job.user() + " " + own.framework() + " " + job.name() : null;
      return new TaskClass(job.id().toString(), runs, own.taskClass(), ProfileFile.modelText(own));
    }
    TaskProfile filed = filed(job, priority);
    return filed == null // reloaded since
        ? ProfileSource.super.taskClass(job, priority)
        : new TaskClass(job.id().toString(), runs(job, filed), filed.taskClass());
  }

  /**
   * Puts the user first, whose name has no space, so that no job name can imitate another user's
   * job.
   */
  private static String runs(JobDescriptor job, TaskProfile filed) {
    String entry =
        "file "
            + job.user()
            + " "
            + filed.framework()
            + " "
            + filed.jobPattern()
            + " "
            + ProfileFile.modelText(filed);
    if (!ANY_NAME.matcher(filed.jobPattern()).matches()) {
      return entry;
    }
    return named(job) ? entry + " " + job.name() : null;
  }

  private static boolean named(JobDescriptor job) {
    return !job.name().isEmpty()
        && job.name().length() <= MAX_NAME
        && !job.name().equals(YarnConfiguration.DEFAULT_APPLICATION_NAME);
  }

  private TaskProfile own(JobDescriptor job, int priority) {
    if (job.tags().isEmpty() || !acceptsTags.test(job.queue())) {
      return null;
    }
    return job.claimedProfiles().findByPriority("", job.framework(), priority); // for any name
  }

  private TaskProfile filed(JobDescriptor job, int priority) {
    return job.name().length() > MAX_NAME
        ? null
        : file.current().findByPriority(job.name(), job.framework(), priority);
  }
}
