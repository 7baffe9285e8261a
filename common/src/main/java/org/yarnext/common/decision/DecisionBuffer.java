// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Remembers the latest decisions of a feature, for {@code explain} and JMX; older ones are dropped.
 *
 * <p>Thread-safe. Recording is O(1), keeps the reason and the inputs but not the decided value, and
 * leaves formatting to the reader.
 */
public final class DecisionBuffer {
  private final Entry[] slots;
  private long recorded;

  /**
   * Creates an empty ring buffer.
   *
   * @param capacity maximum number of decisions kept, 1 or more
   * @throws IllegalArgumentException if the capacity is below 1
   */
  public DecisionBuffer(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity " + capacity + " is below 1");
    }
    slots = new Entry[capacity];
  }

  /**
   * Adds a decision, dropping the oldest one when full.
   *
   * @param timeMs wall-clock milliseconds since the epoch
   * @param subject the subject of the decision, such as a container id; null counts as empty
   * @param applied true if the decision was applied, false in shadow mode
   * @param decision not null
   */
  public void record(long timeMs, String subject, boolean applied, Decision<?> decision) {
    Entry entry =
        new Entry(
            timeMs,
            subject == null ? "" : subject,
            applied,
            decision.reason(),
            decision.inputChain());
    synchronized (slots) {
      slots[(int) (recorded % slots.length)] = entry;
      recorded++;
    }
  }

  /**
   * Returns the latest decisions, newest first.
   *
   * @param max how many at most; 0 or less gives none
   * @return a new unmodifiable list, never null
   */
  public List<Entry> recent(int max) {
    synchronized (slots) {
      int wanted = (int) Math.min(Math.min(recorded, slots.length), Math.max(max, 0));
      List<Entry> entries = new ArrayList<>(wanted);
      for (long n = recorded - 1; n >= recorded - wanted; n--) {
        entries.add(slots[(int) (n % slots.length)]);
      }
      return Collections.unmodifiableList(entries);
    }
  }

  /** Returns the number of decisions recorded so far, dropped ones included. */
  public long recorded() {
    synchronized (slots) {
      return recorded;
    }
  }

  /** One recorded decision. Immutable and thread-safe. */
  public static final class Entry {
    private final long timeMs;
    private final String subject;
    private final boolean applied;
    private final DecisionReason reason;
    private final DecisionInputs inputs;

    private Entry(
        long timeMs,
        String subject,
        boolean applied,
        DecisionReason reason,
        DecisionInputs inputs) {
      this.timeMs = timeMs;
      this.subject = Objects.requireNonNull(subject);
      this.applied = applied;
      this.reason = reason;
      this.inputs = inputs;
    }

    /** Returns the time of the decision, in wall-clock milliseconds since the epoch. */
    public long timeMs() {
      return timeMs;
    }

    /** Returns the subject of the decision; never null, may be empty. */
    public String subject() {
      return subject;
    }

    /** Returns true if the decision was applied, false in shadow mode. */
    public boolean applied() {
      return applied;
    }

    /** Returns the reason; never null. */
    public DecisionReason reason() {
      return reason;
    }

    /** Returns the inputs in insertion order, values being Long, Double or String; unmodifiable. */
    public Map<String, Object> inputs() {
      return DecisionInputs.asMap(inputs);
    }

    /** Returns the inputs as text, such as {@code {limitMs=1000, waitMs=2300}}. */
    public String inputsText() {
      return inputs().toString();
    }

    @Override
    public String toString() {
      return timeMs
          + " "
          + subject
          + " "
          + reason.code()
          + inputsText()
          + (applied ? " applied" : " shadow");
    }
  }
}
