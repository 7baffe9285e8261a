// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.zookeeper.data.Stat;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.store.InvalidRecordException;
import org.yarnext.federation.store.StoredRecord;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Stores the gangs that Routers share: a record for each waiting job, the registry of admitted
 * jobs, the outcomes of jobs that never ran, and the quotas. Thread-safe.
 */
public final class GangStore {
  private static final String REGISTRY = "gangs/book";
  private static final String JOBS = "gangs/jobs";
  private static final String QUOTAS = "gangs/quotas";
  private static final String SWEEPER = "gangs/sweeper";

  /** Number of attempts at a compare-and-set. */
  private static final int MAX_TRIES = 100;

  private final ZooKeeperRecordStore records;
  private final GangOutcomeStore outcomes;

  /** Jobs as last read, by id; a record does not change while it exists. */
  private final Map<String, GangJob> read = new ConcurrentHashMap<>();

  /** Jobs added here since the last full read, by id; their sequence numbers are unknown. */
  private final Map<String, GangJob> added = new ConcurrentHashMap<>();

  /** Jobs removed here, which a concurrent full read may have seen before. */
  private final Set<String> removed = ConcurrentHashMap.newKeySet();

  /** Jobs whose records this version cannot read. */
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  private volatile AdmittedGangRegistry lastRegistry = AdmittedGangRegistry.empty();

  /** Number of changes of the list of jobs before its last full read; 0 before the first. */
  private volatile int changesRead;

  /** Start of the last full read of the jobs, in monotonic ns; null before the first. */
  private volatile Long readNanos;

  /** Time when the registry was last read, or found to be unused, in monotonic ns; null before. */
  private volatile Long registryReadNanos;

  private final AtomicReference<ReadQuotas> quotas = new AtomicReference<>();

  /** The quotas of one version of one record. Immutable. */
  private static final class ReadQuotas {
    final StoredRecord record;
    final GangQuotas quotas;

    ReadQuotas(StoredRecord record, GangQuotas quotas) {
      this.record = record;
      this.quotas = quotas;
    }

    /** Returns the one written later, regardless of which was read first. */
    static ReadQuotas later(ReadQuotas one, ReadQuotas other) {
      return one != null && one.isNoOlderThan(other.record) ? one : other;
    }

    /**
     * Returns whether this record is at least as new. A record that is deleted and created again
     * starts with version 0.
     */
    boolean isNoOlderThan(StoredRecord other) {
      return record.sequence() == other.sequence()
          ? record.version() >= other.version()
          : record.sequence() > other.sequence();
    }
  }

  public GangStore(ZooKeeperRecordStore records) {
    this.records = records;
    outcomes = new GangOutcomeStore(records);
  }

  /** Reads the registry; empty if there is none. Writes nothing. */
  public AdmittedGangRegistry registry() throws IOException {
    AdmittedGangRegistry read = records.read(REGISTRY, AdmittedGangCodec::read);
    AdmittedGangRegistry registry = read == null ? AdmittedGangRegistry.empty() : read;
    lastRegistry = registry;
    registryReadNanos = System.nanoTime();
    return registry;
  }

  /** Returns the registry as last read or written. Never accesses the store. */
  public AdmittedGangRegistry lastRegistry() {
    return lastRegistry;
  }

  /** Returns the time since the registry was last read or found to be unused, in ms; -1 before. */
  public long registryAgeMs() {
    Long at = registryReadNanos;
    return at == null ? -1 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - at);
  }

  /**
   * Writes a changed registry; returns false if another Router wrote one since this one was read.
   */
  public boolean replace(AdmittedGangRegistry changed) throws IOException {
    byte[] bytes = AdmittedGangCodec.toBytes(changed);
    boolean isWritten =
        changed.version() == AdmittedGangRegistry.UNWRITTEN
            ? records.create(REGISTRY, bytes)
            : records.replace(REGISTRY, bytes, (int) changed.version());
    if (isWritten) {
      lastRegistry = changed;
    }
    return isWritten;
  }

  /**
   * Changes the registry, and repeats the change on a newer one while other Routers change it.
   *
   * @return the changed registry
   * @throws IOException if the store does not respond, or the registry changed too often in between
   */
  AdmittedGangRegistry change(UnaryOperator<AdmittedGangRegistry> changing) throws IOException {
    for (int i = 0; i < MAX_TRIES; i++) {
      AdmittedGangRegistry registry = registry();
      AdmittedGangRegistry changed = changing.apply(registry);
      if (changed == registry || replace(changed)) {
        return changed;
      }
    }
    throw new IOException(
        "other Routers changed the registry of gangs " + MAX_TRIES + " times in between");
  }

  /** Returns the quota of jobs that ended. */
  void release(Collection<String> ids) throws IOException {
    if (!ids.isEmpty()) {
      change(registry -> registry.ended(ids).value());
    }
  }

  /** Stores a job; returns false if it is stored already. */
  public boolean add(GangJob job) throws IOException {
    boolean isAdded = records.create(JOBS + "/" + job.gang().id(), job.toBytes());
    if (isAdded) {
      unreadable.remove(job.gang().id());
      removed.remove(job.gang().id());
      added.put(job.gang().id(), job);
    }
    return isAdded;
  }

  /**
   * Reads a job that waits, starts, or has just started to run; null if there is none of this id.
   */
  public GangJob job(String id) throws IOException {
    return records.read(JOBS + "/" + id, (in, record) -> GangJob.read(id, in, record));
  }

  /**
   * Returns a job as of the last full read, or as added here since; null if there was none. Its
   * sequence number may be unset. Never accesses the store.
   */
  public GangJob lastKnown(String id) {
    GangJob job = read.get(id);
    return job == null ? added.get(id) : job;
  }

  /** Returns all jobs as of the last full read or added here since. Never accesses the store. */
  public Collection<GangJob> lastKnown() {
    Map<String, GangJob> known = new HashMap<>(added);
    known.putAll(read);
    return known.values();
  }

  /** Returns whether the last full read of the jobs began within the given time, in ns. */
  public boolean isFresh(long nanos) {
    Long at = readNanos;
    return at != null && System.nanoTime() - at <= nanos;
  }

  /** Reads all jobs, except those whose records are unreadable; see {@link #isUnreadable}. */
  public synchronized List<GangJob> jobs() throws IOException {
    long nowNanos = System.nanoTime();
    int changes = changes();
    Set<String> addedBefore = new HashSet<>(added.keySet());
    Set<String> removedBefore = new HashSet<>(removed);
    List<String> ids = records.below(JOBS);
    read.keySet().retainAll(new HashSet<>(ids));
    unreadable.retainAll(new HashSet<>(ids));
    List<GangJob> jobs = new ArrayList<>(ids.size());
    for (String id : ids) {
      GangJob job = read.get(id);
      if (job == null) {
        job = unreadable.contains(id) ? null : jobIfReadable(id);
        if (job == null) {
          continue; // unreadable, or removed since it was listed
        }
        read.put(id, job);
        if (removed.contains(id)) {
          read.remove(id);
        }
      }
      jobs.add(job);
    }
    added.keySet().removeAll(addedBefore);
    removed.removeAll(removedBefore);
    changesRead = changes;
    readNanos = nowNanos;
    return jobs;
  }

  /** Reads all jobs, by id. */
  Map<String, GangJob> jobsById() throws IOException {
    return jobs().stream().collect(Collectors.toMap(job -> job.gang().id(), job -> job));
  }

  private GangJob jobIfReadable(String id) throws IOException {
    try {
      return job(id);
    } catch (InvalidRecordException e) {
      unreadable.add(id);
      return null;
    }
  }

  /**
   * Returns whether {@link #jobs} could not read the job's record, as it is damaged or of a later
   * version. Such a job does not block other jobs, and is not treated as ended.
   */
  public boolean isUnreadable(String id) {
    return unreadable.contains(id);
  }

  /** Returns the number of job records of all Routers, without listing them. */
  public int count() throws IOException {
    return records.count(JOBS);
  }

  /**
   * Returns the largest number of jobs that may have been added since the last full read, by this
   * or other Routers.
   */
  public int maxAdded() throws IOException {
    int changes = changes() - changesRead;
    return changes >= 0 ? changes : Integer.MAX_VALUE; // the list was made again
  }

  /** Returns how often a job's record was created or removed; the number overflows. */
  private int changes() throws IOException {
    Stat jobs = records.listState(JOBS);
    return jobs == null ? 0 : jobs.getCversion();
  }

  /**
   * Removes a job before any Router admits it.
   *
   * @return false if a Router admits it, or has started it already
   */
  public boolean withdraw(String id) throws IOException {
    AdmittedGangRegistry after =
        change(
            registry -> registry.admitted().containsKey(id) ? registry : registry.kill(id).value());
    if (after.admitted().containsKey(id)) {
      return false;
    }
    boolean hasStarted = job(id) == null && end(id) == null; // and ended in the meantime
    remove(id);
    release(Collections.singleton(id));
    return !hasStarted;
  }

  /** Removes a job's record, if it exists. */
  public void remove(String id) throws IOException {
    records.remove(JOBS + "/" + id);
    removed.add(id);
    read.remove(id);
    added.remove(id);
  }

  /** Stores the outcome of a job that never ran; older ones may make room for it. */
  public void ended(GangOutcome end) throws IOException {
    outcomes.add(end);
  }

  /** Returns the outcome of a job that never ran, or null if none is stored. */
  public GangOutcome end(String id) throws IOException {
    return outcomes.get(id);
  }

  /**
   * Removes outcomes from before the given time, a limited number in each call; the next call
   * continues. Must not be called by two threads at a time.
   *
   * @param beforeMs in ms of the store's clock
   * @param mayGoOn asked before each outcome; if false, the rest is left for the next call
   */
  public void forgetEnds(long beforeMs, BooleanSupplier mayGoOn) throws IOException {
    outcomes.forget(beforeMs, mayGoOn);
  }

  /**
   * Publishes the quotas of queues.
   *
   * @param byPath quota by queue path, in MB; {@link Long#MAX_VALUE} for a leaf without a quota
   * @throws IllegalArgumentException if a path or quota is invalid; the message names the queue
   */
  public void publish(Map<String, Long> byPath) throws IOException {
    records.put(QUOTAS, GangQuotasCodec.toBytes(byPath));
  }

  /** Reads the quotas; null if none are published. While they are invalid, the last ones hold. */
  public GangQuotas quotas() throws IOException {
    try {
      GangQuotas read = records.read(QUOTAS, (in, record) -> quotas(record));
      if (read == null) {
        registryReadNanos = System.nanoTime();
        quotas.set(null);
      }
      return read;
    } catch (InvalidRecordException e) {
      ReadQuotas last = quotas.get();
      if (last == null) {
        throw e;
      }
      return last.quotas;
    }
  }

  /** Returns the quotas of a record, or of a later record that another thread has read since. */
  GangQuotas quotas(StoredRecord record) {
    ReadQuotas last = quotas.get();
    if (last == null || !last.isNoOlderThan(record)) {
      GangQuotas read = GangQuotasCodec.quotas(GangQuotasCodec.byPath(record));
      ReadQuotas now = new ReadQuotas(record, read);
      last = quotas.accumulateAndGet(now, ReadQuotas::later);
    }
    return last.quotas;
  }

  /** Reads the quotas as published, by queue path; empty if none are. */
  public Map<String, Long> published() throws IOException {
    Map<String, Long> published =
        records.read(QUOTAS, (in, record) -> GangQuotasCodec.byPath(record));
    return published == null ? Collections.emptyMap() : published;
  }

  /**
   * Returns whether this Router is the one that monitors running jobs. It becomes that one if there
   * is none, until its connection ends.
   */
  public boolean isSweeper(String router) throws IOException {
    StoredRecord record = records.read(SWEEPER);
    return record == null
        ? records.createForSession(SWEEPER, router.getBytes(UTF_8))
        : router.equals(new String(record.data(), UTF_8));
  }
}
