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
package org.yarnext.tools.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.elastic.policy.model.ShuffleSettings;

/** What the tasks of one class did in one finished run of a job. Immutable. */
public final class TaskRun {
  private final String job;
  private final String id;
  private final String framework;
  private final String taskClass;
  private final int priority;
  private final boolean merges;
  private final long askedMb;
  private final long heapMb;
  private final ShuffleSettings settings;
  private final String obstacle;
  private final String doubt;
  private final List<SizedTasks> sizes;

  private TaskRun(Builder builder) {
    this.job = builder.job;
    this.id = builder.id;
    this.framework = builder.framework;
    this.taskClass = builder.taskClass;
    this.priority = builder.priority;
    this.merges = builder.merges;
    this.askedMb = builder.askedMb;
    this.heapMb = builder.heapMb;
    this.settings = builder.settings;
    this.obstacle = builder.obstacle;
    this.doubt = builder.doubt;
    List<SizedTasks> all = new ArrayList<>();
    builder.samples.values().forEach(samples -> all.add(new SizedTasks(samples)));
    this.sizes = Collections.unmodifiableList(all);
  }

  /** The name of the application, as a profile matches it; never null. */
  public String job() {
    return job;
  }

  /** Which run it is, for messages; never null. */
  public String id() {
    return id;
  }

  /** The application type in upper case; never null. */
  public String framework() {
    return framework;
  }

  /** map, reduce or a vertex name; never null. */
  public String taskClass() {
    return taskClass;
  }

  /** At which priority such tasks were asked for; 0 or more. */
  public int priority() {
    return priority;
  }

  /** True if they merge what they fetched, false if they only sort what they write. */
  public boolean merges() {
    return merges;
  }

  /** What the job asked for a task, in MB; above 0. */
  public long askedMb() {
    return askedMb;
  }

  /** The heap of a task that was given that, in MB; above 0. */
  public long heapMb() {
    return heapMb;
  }

  /** When the shuffle writes to disk; of no meaning for tasks that do not merge; never null. */
  public ShuffleSettings settings() {
    return settings;
  }

  /** Why no profile can be made from it, with what to do, as a sentence; null if one can. */
  public String obstacle() {
    return obstacle;
  }

  /** What is only guessed about it, with what to do, in sentences; null if nothing is. */
  public String doubt() {
    return doubt;
  }

  /** Those that had full size first, then smaller ones; empty if no task had anything to do. */
  public List<SizedTasks> sizes() {
    return sizes;
  }

  /** Collects what a history says. Not thread-safe. */
  static final class Builder {
    private final String job;
    private final String id;
    private final String framework;
    private final String taskClass;
    private final Map<Long, List<TaskSample>> samples = new TreeMap<>();
    private int priority;
    private boolean merges;
    private long askedMb = 1;
    private long heapMb = 1;
    private ShuffleSettings settings = ShuffleSettings.MAPREDUCE;
    private String obstacle;
    private String doubt;

    Builder(String job, String id, String framework, String taskClass) {
      this.job = job;
      this.id = id;
      this.framework = framework;
      this.taskClass = taskClass;
    }

    Builder priority(int value) {
      priority = value;
      return this;
    }

    Builder memory(long asked, long heap) {
      askedMb = asked;
      heapMb = heap;
      return this;
    }

    /** Such tasks merge what they fetched. */
    Builder merging(ShuffleSettings value) {
      merges = true;
      settings = value;
      return this;
    }

    /** Notes why no profile can be made, unless something was noted before. */
    Builder obstacle(String sentence) {
      obstacle = obstacle == null ? sentence : obstacle;
      return this;
    }

    /** Notes what is only guessed, beside what was noted before. */
    Builder doubt(String sentence) {
      doubt = doubt == null ? sentence : doubt + " " + sentence;
      return this;
    }

    Builder add(TaskSample sample) {
      samples.computeIfAbsent(sample.lostMb, size -> new ArrayList<>()).add(sample);
      return this;
    }

    TaskRun build() {
      return new TaskRun(this);
    }
  }
}
