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
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.store.InvalidRecordException;
import org.yarnext.federation.store.StoredRecord;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * The store of gangs that Routers share: the jobs that wait, one record each, the record of
 * admitted ones, the outcomes of jobs that never ran, and the quotas. Thread-safe.
 */
public final class GangStore {
  private static final Logger LOG = LoggerFactory.getLogger(GangStore.class);
  private static final String BOOK = "gangs/book";
  private static final String JOBS = "gangs/jobs";
  private static final String ENDS = "gangs/ends";
  private static final String QUOTAS = "gangs/quotas";
  private static final String SWEEPER = "gangs/sweeper";

  /** Of how many ends clients are told: ZooKeeper lists no more than 1 MB of names. */
  private static final int MOST_ENDS = 20_000;

  private static final int MAX_PATH_CHARS = 1_000;
  private static final int MOST_TRIES = 100;

  private final ZooKeeperRecordStore records;
  private final int mostEnds;

  /** By id; a record never changes while it is there. */
  private final Map<String, GangJob> read = new ConcurrentHashMap<>();

  /** What was added here since all were read last, by id; its place in the order is not known. */
  private final Map<String, GangJob> added = new ConcurrentHashMap<>();

  /** What was removed here, and who reads all at the same time may have seen before. */
  private final Set<String> removed = ConcurrentHashMap.newKeySet();

  /** Those whose records are no jobs to this version. */
  private final Set<String> unread = ConcurrentHashMap.newKeySet();

  private volatile AdmittedGangRegistry lastBook = AdmittedGangRegistry.empty();

  /** When all jobs were begun to be read last, in monotonic ns; null if never. */
  private volatile Long readNanos;

  /** When the book was read last, or that none is needed, in monotonic ns; null if never. */
  private volatile Long bookNanos;

  private final AtomicReference<ReadQuotas> quotas = new AtomicReference<>();

  /** The quotas of one version of one record. Immutable. */
  private static final class ReadQuotas {
    final StoredRecord record;
    final GangQuotas quotas;

    ReadQuotas(StoredRecord record, GangQuotas quotas) {
      this.record = record;
      this.quotas = quotas;
    }

    /** Whichever was written later, whoever read it first. */
    static ReadQuotas later(ReadQuotas one, ReadQuotas other) {
      return one != null && one.isNoOlderThan(other.record) ? one : other;
    }

    /** A record that was removed and made again begins anew with its versions. */
    boolean isNoOlderThan(StoredRecord other) {
      return record.sequence() == other.sequence()
          ? record.version() >= other.version()
          : record.sequence() > other.sequence();
    }
  }

  public GangStore(ZooKeeperRecordStore records) {
    this(records, MOST_ENDS);
  }

  GangStore(ZooKeeperRecordStore records, int mostEnds) {
    this.records = records;
    this.mostEnds = mostEnds;
  }

  // ---- the book ------------------------------------------------------------------------------

  /** The book as it is now; reading it writes nothing. */
  public AdmittedGangRegistry book() throws IOException {
    AdmittedGangRegistry read = records.read(BOOK, AdmittedGangCodec::read);
    AdmittedGangRegistry book = read == null ? AdmittedGangRegistry.empty() : read;
    lastBook = book;
    bookNanos = System.nanoTime();
    return book;
  }

  /** The book as it was read or written last. Never asks the store. */
  public AdmittedGangRegistry lastBook() {
    return lastBook;
  }

  /**
   * Since when the book was not read, in ms; -1 if it never was. Without quotas nobody reads it,
   * and that there are none counts.
   */
  public long bookAgeMs() {
    Long at = bookNanos;
    return at == null ? -1 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - at);
  }

  /** Writes a changed book; returns false if somebody else wrote one since it was read. */
  public boolean replace(AdmittedGangRegistry changed) throws IOException {
    byte[] bytes = AdmittedGangCodec.toBytes(changed);
    boolean isWritten =
        changed.version() == AdmittedGangRegistry.UNWRITTEN
            ? records.create(BOOK, bytes)
            : records.replace(BOOK, bytes, (int) changed.version());
    if (isWritten) {
      lastBook = changed;
    }
    return isWritten;
  }

  /**
   * Changes the book whatever others do meanwhile.
   *
   * @return the changed one
   */
  AdmittedGangRegistry change(UnaryOperator<AdmittedGangRegistry> changing) throws IOException {
    for (int i = 0; i < MOST_TRIES; i++) {
      AdmittedGangRegistry book = book();
      AdmittedGangRegistry changed = changing.apply(book);
      if (changed == book || replace(changed)) {
        return changed;
      }
    }
    throw new IOException("the book of gangs changed " + MOST_TRIES + " times in between");
  }

  /** Gives back the quota of jobs that ended. */
  void release(Collection<String> ids) throws IOException {
    if (!ids.isEmpty()) {
      change(book -> book.ended(ids).value());
    }
  }

  // ---- jobs ----------------------------------------------------------------------------------

  /** Makes a job durable; returns false if it was already. */
  public boolean add(GangJob job) throws IOException {
    boolean isAdded = records.create(JOBS + "/" + job.gang().id(), job.toBytes());
    if (isAdded) {
      unread.remove(job.gang().id());
      removed.remove(job.gang().id());
      added.put(job.gang().id(), job);
    }
    return isAdded;
  }

  /** A job that waits, starts, or runs for a moment only; null if there is none of this id. */
  public GangJob job(String id) throws IOException {
    return records.read(JOBS + "/" + id, (in, record) -> GangJob.read(id, in, record));
  }

  /**
   * The job as it was when all were read last, or added here since; null if it was not there. Its
   * place in the order does not count. Never asks the store.
   */
  public GangJob lastKnown(String id) {
    GangJob job = read.get(id);
    return job == null ? added.get(id) : job;
  }

  /** All of them. Never asks the store. */
  public Collection<GangJob> lastKnown() {
    Map<String, GangJob> known = new HashMap<>(added);
    known.putAll(read);
    return known.values();
  }

  /** Whether all jobs, and the book before them, were read no longer ago than that. */
  public boolean isFresh(long nanos) {
    Long at = readNanos;
    return at != null && System.nanoTime() - at <= nanos;
  }

  /** All jobs that have a record that can be read; of the others {@link #isUnread} tells then. */
  public List<GangJob> jobs() throws IOException {
    long nowNanos = System.nanoTime();
    Set<String> addedBefore = new HashSet<>(added.keySet());
    Set<String> removedBefore = new HashSet<>(removed);
    List<String> ids = records.below(JOBS);
    read.keySet().retainAll(new HashSet<>(ids));
    unread.retainAll(new HashSet<>(ids));
    List<GangJob> jobs = new ArrayList<>(ids.size());
    for (String id : ids) {
      GangJob job = read.get(id);
      if (job == null) {
        job = unread.contains(id) ? null : jobIfReadable(id);
        if (job == null) {
          continue; // or it was removed since it was listed
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
    readNanos = nowNanos;
    return jobs;
  }

  /** The same by id. */
  Map<String, GangJob> jobsById() throws IOException {
    return jobs().stream().collect(Collectors.toMap(job -> job.gang().id(), job -> job));
  }

  private GangJob jobIfReadable(String id) throws IOException {
    try {
      return job(id);
    } catch (InvalidRecordException e) {
      unread.add(id);
      return null;
    }
  }

  /**
   * Whether the job has a record that {@link #jobs} could not read, as one of a later version or a
   * damaged one. Nobody is to be kept from what others wait for by it, nor is it over.
   */
  public boolean isUnread(String id) {
    return unread.contains(id);
  }

  /** How many have a record, by whichever Router; lists none. */
  public int count() throws IOException {
    return records.count(JOBS);
  }

  /** Removes a job's record, if it is there. */
  public void remove(String id) throws IOException {
    records.remove(JOBS + "/" + id);
    removed.add(id);
    read.remove(id);
    added.remove(id);
  }

  // ---- ends ----------------------------------------------------------------------------------

  /** Remembers for clients how a job ended that never ran, unless very many did lately. */
  public void ended(GangOutcome end) throws IOException {
    if (records.count(ENDS) >= mostEnds) {
      LOG.warn("How job {} ended is not kept for its client: {} ends are", end.id(), mostEnds);
      return;
    }
    records.create(ENDS + "/" + end.id(), end.toBytes());
  }

  /** How a job ended that never ran; null if nothing is remembered of it. */
  public GangOutcome end(String id) throws IOException {
    return records.read(ENDS + "/" + id, (in, record) -> GangOutcome.read(id, in, record));
  }

  /** Forgets those that ended before that time, in ms of the store's clock. */
  public void forgetEnds(long beforeMs) throws IOException {
    for (String id : records.below(ENDS)) {
      Long endedMs = records.readOrSkip(ENDS + "/" + id, (in, record) -> record.changedMs());
      if (endedMs != null && endedMs < beforeMs) {
        records.remove(ENDS + "/" + id);
      }
    }
  }

  // ---- quotas --------------------------------------------------------------------------------

  /**
   * Publishes the quota of each queue, in MB; leaves without one are named with {@link
   * Long#MAX_VALUE}.
   *
   * @throws IllegalArgumentException naming the queue, if one is absurd
   */
  public void publish(Map<String, Long> byPath) throws IOException {
    byPath.keySet().forEach(GangStore::checked);
    quotas(byPath);
    StringBuilder text = new StringBuilder();
    new TreeMap<>(byPath).forEach((path, mb) -> text.append(path + "=" + mb + "\n"));
    records.put(QUOTAS, text.toString().getBytes(UTF_8));
  }

  /** Null if none are published. */
  public GangQuotas quotas() throws IOException {
    GangQuotas read = records.read(QUOTAS, (in, record) -> quotas(record));
    if (read == null) {
      bookNanos = System.nanoTime();
    }
    return read;
  }

  /** Those of a record, or of one that was written later and somebody else has read by now. */
  GangQuotas quotas(StoredRecord record) {
    ReadQuotas last = quotas.get();
    if (last == null || !last.isNoOlderThan(record)) {
      ReadQuotas now = new ReadQuotas(record, quotas(byPath(record)));
      last = quotas.accumulateAndGet(now, ReadQuotas::later);
    }
    return last.quotas;
  }

  /** The quotas as they were published, by path; empty if none are. */
  public Map<String, Long> published() throws IOException {
    Map<String, Long> published = records.read(QUOTAS, (in, record) -> byPath(record));
    return published == null ? Collections.emptyMap() : published;
  }

  private static Map<String, Long> byPath(StoredRecord record) {
    Map<String, Long> byPath = new TreeMap<>();
    for (String line : new String(record.data(), UTF_8).split("\n")) {
      int equals = line.indexOf('=');
      byPath.put(checked(line.substring(0, equals)), Long.parseLong(line.substring(equals + 1)));
    }
    return byPath;
  }

  /** Each queue of a path is added on its own, and to its parents' paths. */
  private static String checked(String path) {
    if (path.length() > MAX_PATH_CHARS) {
      throw new IllegalArgumentException("a queue's path has " + path.length() + " characters");
    }
    return path;
  }

  /** The hierarchy is that of the paths. */
  private static GangQuotas quotas(Map<String, Long> byPath) {
    QueueTree.Builder tree = QueueTree.builder();
    Map<String, Integer> numbers = new HashMap<>();
    numbers.put("root", QueueTree.ROOT);
    for (String path : new TreeMap<>(byPath).keySet()) {
      add(tree, numbers, path);
    }
    return GangQuotas.of(tree.build(), byPath);
  }

  private static int add(QueueTree.Builder tree, Map<String, Integer> numbers, String path) {
    Integer known = numbers.get(path);
    if (known != null) {
      return known;
    }
    int dot = path.lastIndexOf('.');
    if (dot < 0) {
      throw new IllegalArgumentException("queue " + path + " is not below root");
    }
    int number = tree.add(add(tree, numbers, path.substring(0, dot)), path.substring(dot + 1), 1);
    numbers.put(path, number);
    return number;
  }

  // ---- turns ---------------------------------------------------------------------------------

  /** Whether this Router is the one that looks after running jobs, until its connection ends. */
  public boolean isSweeper(String router) throws IOException {
    StoredRecord record = records.read(SWEEPER);
    return record == null
        ? records.createForSession(SWEEPER, router.getBytes(UTF_8))
        : router.equals(new String(record.data(), UTF_8));
  }
}
