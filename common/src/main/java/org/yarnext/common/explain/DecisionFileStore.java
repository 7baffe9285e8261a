// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.DecisionCodec;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.decision.DecisionStore;
import org.yarnext.common.guard.ThrowingRunnable;

/**
 * Keeps decisions for which a {@link DecisionStore} has no room in a file, in which the latest
 * overwrite the oldest. A record has the size of the decision, the place of the application's
 * record before it, and the decision.
 *
 * <p>The file is created with the first decision, is for the daemon's user alone, and has no name:
 * it is deleted as soon as it is open, and its room is free once the daemon ends. Decisions wait in
 * memory until {@link #write} is called. While they cannot be written, those that wait stay, and no
 * more are taken than have room. Thread-safe; adding does no I/O.
 */
class DecisionFileStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionFileStore.class);
  private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;
  private static final int WAITING_BYTES = 64;
  private static final long NONE = -1;
  private static final long WRITE_AFTER_MS = 1_000;
  private static final long RETRY_AFTER_MS = TimeUnit.MINUTES.toMillis(1);

  private final Path directory;
  private final long maxBytes;
  private final long maxWaitingBytes;
  private final BiConsumer<Long, ThrowingRunnable> executor;
  private final DecisionCodec codec = new DecisionCodec();
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicBoolean isPlanned = new AtomicBoolean();
  private final AtomicLong overwritten = new AtomicLong();
  private volatile boolean hasFailed;
  private volatile boolean isClosed;
  private volatile FileChannel file;

  /** Places of the oldest record and of the next one; a place modulo the size is in the file. */
  private volatile long start;

  private long end;

  /** A decision that is to be written. */
  private static final class Waiting {
    final Records records;
    final DecisionRecorder.Entry decision;

    Waiting(Records records, DecisionRecorder.Entry decision) {
      this.records = records;
      this.decision = decision;
    }

    int bytes() {
      return decision.bytes() + WAITING_BYTES;
    }
  }

  /** The decisions of one application. */
  private final class Records implements DecisionStore.Overflow {
    private volatile long last = NONE;

    @Override
    public boolean add(DecisionRecorder.Entry decision) {
      if (isClosed) {
        return false;
      }
      Waiting next = new Waiting(this, decision);
      boolean hasRoom = waitingBytes.addAndGet(next.bytes()) <= maxWaitingBytes;
      if (hasRoom) {
        waiting.add(next);
      } else {
        waitingBytes.addAndGet(-next.bytes());
      }
      if (isPlanned.compareAndSet(false, true)) {
        executor.accept(hasFailed ? RETRY_AFTER_MS : WRITE_AFTER_MS, DecisionFileStore.this::write);
      }
      return hasRoom;
    }

    @Override
    public void visit(Predicate<DecisionRecorder.Entry> visitor) {
      Deque<DecisionRecorder.Entry> newestFirst = new ArrayDeque<>();
      for (Waiting each : waiting) {
        if (each.records == this) {
          newestFirst.addFirst(each.decision);
        }
      }
      if (newestFirst.stream().allMatch(visitor)) {
        visitFile(last, visitor);
      }
    }
  }

  /**
   * Creates a store without a file.
   *
   * @param directory the file's
   * @param maxBytes size of the file; above 0
   * @param maxWaitingBytes maximum memory of decisions that are to be written
   * @param executor runs an action after that many ms, on a thread that may block; never two at a
   *     time
   */
  DecisionFileStore(
      Path directory,
      long maxBytes,
      long maxWaitingBytes,
      BiConsumer<Long, ThrowingRunnable> executor) {
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.maxWaitingBytes = maxWaitingBytes;
    this.executor = executor;
  }

  /** Returns the storage for the decisions of another application. */
  DecisionStore.Overflow newApplication() {
    return new Records();
  }

  /** Returns the number of decisions that later ones replaced in the file. */
  long overwritten() {
    return overwritten.get();
  }

  /** Writes the decisions that wait. Must not be called by two threads at a time. */
  void write() throws IOException {
    isPlanned.set(false);
    try {
      for (Waiting next = waiting.peek(); next != null && !isClosed; next = waiting.peek()) {
        append(next.records, codec.encode(next.decision));
        waiting.poll(); // only now, so that a reader finds it here or in the file
        waitingBytes.addAndGet(-next.bytes());
      }
      hasFailed = false;
    } catch (IOException | RuntimeException e) {
      hasFailed = true;
      if (file != null && !file.isOpen()) { // a reader was interrupted
        file = null;
        start = end;
      }
      throw new IOException("Decisions cannot be written to a file in " + directory, e);
    }
  }

  private void append(Records records, byte[] decision) throws IOException {
    int size = HEADER_BYTES + decision.length;
    if (size > maxBytes) {
      overwritten.incrementAndGet();
      return;
    }
    FileChannel to = open();
    long oldest = start;
    while (end + size - oldest > maxBytes) {
      oldest += HEADER_BYTES + read(to, oldest, Integer.BYTES).getInt();
      overwritten.incrementAndGet();
    }
    start = oldest; // before the bytes are overwritten
    ByteBuffer record = ByteBuffer.allocate(size);
    record.putInt(decision.length).putLong(records.last).put(decision).flip();
    long place = end;
    while (record.hasRemaining()) {
      place += to.write(partOf(record, place), place % maxBytes);
      record.position((int) (place - end));
    }
    records.last = end;
    end = place;
  }

  /** Returns the part of a buffer to transfer at once: the file ends at its maximum size. */
  private ByteBuffer partOf(ByteBuffer buffer, long place) {
    ByteBuffer part = buffer.duplicate();
    long toTheEnd = maxBytes - place % maxBytes;
    part.limit((int) Math.min(part.limit(), part.position() + toTheEnd));
    return part;
  }

  private ByteBuffer read(FileChannel from, long place, int size) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(size);
    while (buffer.hasRemaining()) {
      long at = place + buffer.position();
      int count = from.read(partOf(buffer, at), at % maxBytes);
      if (count < 0) {
        throw new IOException("the file is shorter than what was written");
      }
      buffer.position(buffer.position() + count);
    }
    buffer.flip();
    return buffer;
  }

  private void visitFile(long last, Predicate<DecisionRecorder.Entry> visitor) {
    FileChannel from = file;
    long place = last;
    try {
      while (from != null && place != NONE) {
        ByteBuffer header = readKept(from, place, HEADER_BYTES);
        ByteBuffer bytes =
            header == null ? null : readKept(from, place + HEADER_BYTES, header.getInt());
        if (bytes == null || !visitor.test(codec.decode(bytes.array()))) {
          return;
        }
        place = header.getLong();
      }
    } catch (IOException e) {
      LOG.debug("No more decisions are read from the file", e); // closed, or write() fails as well
    }
  }

  /** Returns null if the bytes were overwritten, perhaps meanwhile. */
  private ByteBuffer readKept(FileChannel from, long place, int size) throws IOException {
    ByteBuffer bytes = place < start ? null : read(from, place, size);
    return place < start ? null : bytes;
  }

  private synchronized FileChannel open() throws IOException {
    if (isClosed) {
      throw new IOException("closed");
    }
    if (file == null) {
      file = newFile(directory);
    }
    return file;
  }

  /** Opens a new file that no other process can open. */
  FileChannel newFile(Path parent) throws IOException {
    return FileChannel.open(
        parent.resolve("yarnext-decisions-" + UUID.randomUUID()),
        EnumSet.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE), // on Unix: at once
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** Drops all decisions, and takes no more. */
  @Override
  public synchronized void close() {
    isClosed = true;
    waiting.clear();
    IOUtils.cleanupWithLogger(LOG, file);
  }
}
