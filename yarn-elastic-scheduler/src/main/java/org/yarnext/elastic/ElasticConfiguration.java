// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.CircuitBreakerKeys;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.SizingLimits;
import org.yarnext.elastic.policy.heap.HeapRules;
import org.yarnext.elastic.policy.heap.MinHeapMemory;
import org.yarnext.elastic.policy.protection.ProtectionLimits;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.trust.TrustRules;

/**
 * All configuration keys of elastic scheduling, and their validated values, of which only live keys
 * may change. Thread-safe.
 */
public final class ElasticConfiguration implements HeapKeys, ProtectionKeys, TrustKeys {
  public static final String PREFIX = "yarn.elastic.";

  public static final ConfigurationKey<FeatureMode> MODE =
      ConfigurationKey.mode(PREFIX + "mode")
          .doc(
              "off: the scheduler is stock; shadow: decide, count and explain, but act on"
                  + " nothing; on: place tasks with less memory where their job does not end later"
                  + " for it. A change takes effect at once; a NodeManager that is switched off"
                  + " still makes the heaps of under-sized containers smaller until it restarts.")
          .live();

  public static final ConfigurationKey<String> PROFILES_FILE =
      ConfigurationKey.text(PREFIX + "profiles.file", "")
          .matching("(/.*)?", "an absolute path of a local file, or empty for none")
          .doc(
              "File of job profiles, JSON as in docs/reference/profiles.md; without one, only"
                  + " jobs with profiles in their tags are elastic.");

  public static final ConfigurationKey<Duration> PROFILES_RELOAD_INTERVAL =
      ConfigurationKey.duration(PREFIX + "profiles.reload-interval", Duration.ofSeconds(10))
          .between(Duration.ofSeconds(1), Duration.ofHours(1))
          .doc(
              "Interval at which the file of profiles is checked; a changed file is read at"
                  + " once, and refused as a whole if anything in it is wrong.");

  public static final ConfigurationKey<Integer> MIN_MEMORY_PERCENT =
      ConfigurationKey.integer(PREFIX + "min-memory-percent", 10)
          .between(1, 100)
          .unit("percent")
          .live()
          .doc("Minimum part of its ideal memory that a task is placed with.");

  public static final ConfigurationKey<String> POLICY =
      ConfigurationKey.text(PREFIX + "policy", "min-occupancy")
          .doc(
              "Memory with which a task that does not fit is placed: min-occupancy (minimum"
                  + " memory times run time, which ends jobs soonest where many tasks wait),"
                  + " algorithm-1 (of the paper: the minimum memory with the shortest run time), or"
                  + " the class name of an ElasticPolicy.");

  public static final ConfigurationKey<Integer> END_MARGIN =
      ConfigurationKey.integer(PREFIX + "end-margin", 5)
          .between(0, 90)
          .unit("percent")
          .live()
          .doc(
              "How much earlier than its job an under-sized task must be expected to end,"
                  + " relative to the job's remaining time, because estimates err; 0 for the"
                  + " paper's rule.");

  public static final ConfigurationKey<String> RESERVATIONS =
      ConfigurationKey.text(PREFIX + "reservations", "bounded")
          .doc(
              "Policy that reserves nodes for waiting tasks: stock (as the scheduler),"
                  + " no-harm (as stock, but other tasks may use reserved nodes where they delay"
                  + " nothing), bounded (one node for a job, among the first to have room;"
                  + " otherwise as no-harm), or the class name of a ReservationPolicy. With"
                  + " asynchronous scheduling only stock is allowed, and the default.");

  public static final ConfigurationKey<Integer> RESERVATIONS_MAX_BACKFILL =
      ConfigurationKey.integer(PREFIX + "reservations.max-backfill", 20)
          .between(0, 10_000)
          .unit("containers")
          .live()
          .doc(
              "Maximum number of containers of other jobs placed on a node during one"
                  + " reservation, with no-harm and bounded; 0 for none.");

  public static final ConfigurationKey<Boolean> CLAIMS_ACCEPTED =
      ConfigurationKey.flag(PREFIX + "claims.accepted", true)
          .live()
          .doc(
              "Whether profiles in the tags of applications are used; if false, only profiles"
                  + " of the file are.");

  public static final ConfigurationKey<String> CLAIMS_QUEUES =
      ConfigurationKey.text(PREFIX + "claims.queues", "")
          .live()
          .doc(
              "Values of claims.accepted by queue, such as root.adhoc:false;root.etl:true; a queue"
                  + " without one has the value of its nearest listed parent, or else"
                  + " claims.accepted.");

  public static final ConfigurationKey<Duration> CLAIMS_MAX_RUN_TIME =
      ConfigurationKey.duration(PREFIX + "claims.max-run-time", Duration.ofMinutes(1))
          .between(Duration.ZERO, Duration.ofDays(1))
          .live()
          .doc(
              "Maximum time for which a task counts as running in estimates of other jobs'"
                  + " ends while no task of that user's job has ended under its profile.");

  public static final ConfigurationKey<Double> DISK_BANDWIDTH =
      ConfigurationKey.decimal(PREFIX + "disk.bandwidth", 500.0)
          .between(0.0, 1_000_000.0)
          .unit("MB/s")
          .live()
          .doc(
              "Total bandwidth of the disks of one node to which tasks spill: 500 is one SATA SSD,"
                  + " or five hard disks of 100 MB/s as on a node of 16 vcores; lower it where"
                  + " nodes have less.");

  public static final ConfigurationKey<Integer> DISK_SHARE =
      ConfigurationKey.integer(PREFIX + "disk.share", 50)
          .between(0, 100)
          .unit("percent")
          .live()
          .doc(
              "Maximum part of a node's disk bandwidth that all under-sized tasks use"
                  + " together, by their models; 0 places no task that would spill.");

  public static final ConfigurationKey<Duration> TIMELINE_INTERVAL =
      ConfigurationKey.duration(PREFIX + "timeline.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(100), Duration.ofMinutes(5))
          .doc("Minimum interval between two estimates of the ends of jobs.");

  public static final ConfigurationKey<Integer> TIMELINE_MAX_BLOCKS =
      ConfigurationKey.integer(PREFIX + "timeline.max-blocks", 20_000)
          .between(1, 10_000_000)
          .unit("blocks")
          .doc(
              "Maximum number of blocks of equal tasks that one estimate places on nodes; the"
                  + " rest is extrapolated from throughput.");

  public static final ConfigurationKey<Duration> GUARD_DEADLINE =
      ConfigurationKey.duration(PREFIX + "guard.deadline", Duration.ofMillis(250))
          .between(Duration.ofMillis(10), Duration.ofSeconds(10))
          .doc("Time limit of one decision, after which stock behaviour is used instead.");

  public static final ConfigurationKey<Integer> GUARD_FAILURES_TO_TRIP =
      CircuitBreakerKeys.failuresToTrip(PREFIX, "the feature");

  public static final ConfigurationKey<Duration> GUARD_COOL_DOWN =
      CircuitBreakerKeys.coolDown(PREFIX, "the feature");

  /** All keys, with the rules between them. */
  public static final ConfigurationSchema KEYS =
      ConfigurationSchema.of(
              "elastic",
              PREFIX,
              MODE,
              PROFILES_FILE,
              PROFILES_RELOAD_INTERVAL,
              MIN_MEMORY_PERCENT,
              POLICY,
              END_MARGIN,
              RESERVATIONS,
              RESERVATIONS_MAX_BACKFILL,
              CLAIMS_ACCEPTED,
              CLAIMS_QUEUES,
              CLAIMS_MAX_RUN_TIME,
              DISK_BANDWIDTH,
              DISK_SHARE,
              TIMELINE_INTERVAL,
              TIMELINE_MAX_BLOCKS,
              HEAP_FLOOR,
              HEAP_PERCENT,
              HEAP_SPARK_FLOOR,
              HEAP_SORT_PERCENT,
              HEAP_EXIT_ON_OUT_OF_MEMORY,
              PROTECTION_MAX_DELAY,
              PROTECTION_MAX_NODES,
              TRUST_DISTRUST_FOR,
              TRUST_RUN_TIME_TOLERANCE,
              TRUST_RUN_TIME_WINDOW,
              GUARD_DEADLINE,
              GUARD_FAILURES_TO_TRIP,
              GUARD_COOL_DOWN)
          .rule(s -> ElasticPolicyRegistry.ELASTIC.refusal(POLICY, s))
          .rule(s -> ElasticPolicyRegistry.RESERVATIONS.refusal(RESERVATIONS, s))
          .rule(SchedulerSetupValidator::badQueues);

  private final LiveConfiguration settings;

  /** Computes {@link #acceptsClaims}; replaced at each change, since many queues may be listed. */
  private volatile Predicate<String> claims;

  private ElasticConfiguration(ConfigurationSnapshot start) {
    settings = new LiveConfiguration(start);
    claims = claims(start);
    settings.addListener((old, now) -> claims = claims(now));
  }

  /** Returns the test of queues by one snapshot: both keys may change together. */
  private static Predicate<String> claims(ConfigurationSnapshot s) {
    QueueSettings<Boolean> queues = SchedulerSetupValidator.acceptedQueues(s);
    boolean others = s.get(CLAIMS_ACCEPTED);
    return queue -> {
      Boolean ofQueue = queues.get(queue);
      return ofQueue == null ? others : ofQueue;
    };
  }

  /**
   * Reads and checks the keys.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static ElasticConfiguration read(Configuration conf) throws InvalidConfigurationException {
    return new ElasticConfiguration(KEYS.read(conf));
  }

  /** Like {@link #readForScheduler(Configuration, String)}, for a set-up without a problem. */
  public static ElasticConfiguration readForScheduler(Configuration conf)
      throws InvalidConfigurationException {
    return readForScheduler(conf, null);
  }

  /**
   * Reads and checks the keys in the ResourceManager, where under-sized containers must also be
   * shown to application masters.
   *
   * @param refusal the problem of the scheduler's own set-up, because of which a mode other than
   *     off is refused, naming the fix; null if there is none
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static ElasticConfiguration readForScheduler(Configuration conf, String refusal)
      throws InvalidConfigurationException {
    return new ElasticConfiguration(
        KEYS.rule(s -> SchedulerSetupValidator.unshown(s, conf))
            .rule(s -> s.get(MODE).decides() ? refusal : null)
            .read(conf));
  }

  /**
   * Checks the set-up of a CapacityScheduler for elastic placement.
   *
   * @param conf including capacity-scheduler.xml
   * @return a sentence that names the problem and the fix; null if there is none
   */
  public static String refusalOnCapacityScheduler(Configuration conf) {
    return SchedulerSetupValidator.refusalOnCapacityScheduler(conf);
  }

  /**
   * Applies the live keys of a new configuration, or nothing if any value is refused.
   *
   * @return the result, never null
   */
  public ReloadResult reload(Configuration conf) {
    return settings.reload(conf);
  }

  /** Returns the settings of the feature in this daemon, whose live keys may change. */
  public LiveConfiguration live() {
    return settings;
  }

  private <T> T get(ConfigurationKey<T> key) {
    return settings.current().get(key);
  }

  public FeatureMode mode() {
    return get(MODE);
  }

  /** Returns the file of profiles; null if there is none. */
  public Path profilesFile() {
    String path = get(PROFILES_FILE);
    return path.isEmpty() ? null : Paths.get(path);
  }

  /** Returns the interval at which the file is checked, in ms; 1,000 to 3,600,000. */
  public long profilesReloadIntervalMs() {
    return get(PROFILES_RELOAD_INTERVAL).toMillis();
  }

  /** Returns the minimum share of its ideal memory that a task is given, in percent; 1 to 100. */
  public int minMemoryPercent() {
    return get(MIN_MEMORY_PERCENT);
  }

  public ElasticPolicy newElasticPolicy() {
    return ElasticPolicyRegistry.ELASTIC.make(get(POLICY));
  }

  /** Returns how much earlier than its job an under-sized task must end, in percent; 0 to 90. */
  public int endMarginPercent() {
    return get(END_MARGIN);
  }

  public ReservationPolicy newReservationPolicy() {
    return ElasticPolicyRegistry.RESERVATIONS.make(get(RESERVATIONS));
  }

  /**
   * Returns the maximum number of containers of other jobs placed on a node during one reservation.
   */
  public int maxBackfill() {
    return get(RESERVATIONS_MAX_BACKFILL);
  }

  /**
   * Returns whether profiles in the tags of a queue's applications are used.
   *
   * @param queue its path; not null
   */
  public boolean acceptsClaims(String queue) {
    return claims.test(queue);
  }

  /**
   * Returns the maximum time for which a task with an unproved profile counts as running, in ms.
   */
  public long claimsMaxRunTimeMs() {
    return get(CLAIMS_MAX_RUN_TIME).toMillis();
  }

  /**
   * Returns the disk bandwidth that under-sized tasks may use together on one node, in MB/s; 0 or
   * more.
   */
  public double diskMbPerSecond() {
    ConfigurationSnapshot now = settings.current();
    return now.get(DISK_BANDWIDTH) * now.get(DISK_SHARE) / 100;
  }

  public long timelineIntervalMs() {
    return get(TIMELINE_INTERVAL).toMillis();
  }

  public int timelineMaxBlocks() {
    return get(TIMELINE_MAX_BLOCKS);
  }

  /** Returns the minimum memory with which nodes still launch a task with a smaller heap. */
  public MinHeapMemory minHeapMemory() {
    return new MinHeapMemory(heapRules(), get(HEAP_PERCENT));
  }

  /** Returns the current limits on smaller sizes. */
  public SizingLimits sizingLimits() {
    return new SizingLimits(
        diskMbPerSecond(), minMemoryPercent(), minHeapMemory(), endMarginPercent());
  }

  /** Returns the rules for smaller heaps on a node. */
  public HeapRules heapRules() {
    return HeapKeys.rules(settings.current());
  }

  /** Returns how long a class of tasks is distrusted the first time. */
  public Duration distrustFor() {
    return get(TRUST_DISTRUST_FOR);
  }

  /** Returns the rules for distrusting profiles. */
  public TrustRules trustRules() {
    return TrustKeys.rules(settings.current());
  }

  /** Returns the current bounds of the protection of jobs. */
  public ProtectionLimits protectionLimits() {
    return ProtectionKeys.limits(settings.current());
  }

  public GuardSettings guard() {
    return new GuardSettings(
        get(GUARD_DEADLINE),
        get(GUARD_FAILURES_TO_TRIP),
        CircuitBreakerKeys.FAILURES_WITHIN,
        get(GUARD_COOL_DOWN));
  }
}
