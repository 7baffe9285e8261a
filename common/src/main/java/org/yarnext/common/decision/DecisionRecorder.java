// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records the decisions of one part of a feature in the daemon's {@link DecisionStore}.
 *
 * <p>Thread-safe. Recording is O(1), keeps the reason and the inputs but not the decided value, and
 * leaves formatting to the reader.
 */
public final class DecisionRecorder {
  private final DecisionStore store;
  private final String feature;
  private final AtomicLong recorded = new AtomicLong();

  /**
   * Creates a recorder without decisions.
   *
   * @param store keeps the decisions
   * @param feature name of the part of a feature that decides, such as {@code MercuryDecisions}
   */
  public DecisionRecorder(DecisionStore store, String feature) {
    this.store = Objects.requireNonNull(store, "store");
    this.feature = Objects.requireNonNull(feature, "feature");
  }

  /**
   * Adds a decision.
   *
   * @param timeMs wall-clock milliseconds since the epoch
   * @param subject the subject of the decision, such as a container id; null counts as empty
   * @param applied true if the decision was applied, false in shadow mode
   * @param decision not null
   */
  public void record(long timeMs, String subject, boolean applied, Decision<?> decision) {
    recorded.incrementAndGet();
    store.record(
        new Entry(
            this,
            store.nextNumber(),
            timeMs,
            subject == null ? "" : subject,
            applied,
            decision.reason(),
            decision.packedInputs()));
  }

  /**
   * Returns this recorder's latest decisions that the store still keeps, newest first.
   *
   * @param max how many at most; 0 or less gives none
   * @return a new unmodifiable list, never null
   */
  public List<Entry> recent(int max) {
    List<Entry> entries = new ArrayList<>();
    for (Entry entry : store.all()) {
      if (entries.size() >= max) {
        break;
      }
      if (entry.recorder == this) {
        entries.add(entry);
      }
    }
    return Collections.unmodifiableList(entries);
  }

  /** Returns the number of decisions recorded so far, dropped ones included. */
  public long recorded() {
    return recorded.get();
  }

  /** One recorded decision. Immutable and thread-safe once it is stored. */
  public static final class Entry {
    private static final int BYTES = 112;

    private final DecisionRecorder recorder;
    private final long number;
    private final long timeMs;
    private String subject;
    private final boolean applied;
    private final DecisionReason reason;
    private final Object[] inputs;

    Entry(
        DecisionRecorder recorder,
        long number,
        long timeMs,
        String subject,
        boolean applied,
        DecisionReason reason,
        Object[] inputs) {
      this.recorder = recorder;
      this.number = number;
      this.timeMs = timeMs;
      this.subject = subject;
      this.applied = applied;
      this.reason = reason;
      this.inputs = inputs;
    }

    /** Returns the name of the part of a feature that decided; never null. */
    public String feature() {
      return recorder.feature;
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

    /** Returns the applications that the subject and the inputs name, the subject's first. */
    public Set<ApplicationKey> applications() {
      Set<ApplicationKey> named = addNamed(subject, Collections.emptySet());
      for (int i = 1; i < inputs.length; i += 2) {
        if (inputs[i] instanceof String) {
          named = addNamed((String) inputs[i], named);
        }
      }
      return named;
    }

    /** Returns a set with the applications that a text names; most decisions name one. */
    private static Set<ApplicationKey> addNamed(String text, Set<ApplicationKey> before) {
      Set<ApplicationKey> named = before;
      ApplicationIdTokenizer ids = new ApplicationIdTokenizer(text);
      for (ApplicationKey found = ids.next(); found != null; found = ids.next()) {
        if (named.isEmpty()) {
          named = Collections.singleton(found);
        } else if (!named.contains(found)) {
          named = named.size() == 1 ? new LinkedHashSet<>(named) : named;
          named.add(found);
        }
      }
      return named;
    }

    /**
     * Shares equal parts with another decision, so that they take memory once: an application's
     * decisions differ in few inputs. Must be called before other threads see this decision.
     */
    void shareWith(Entry other) {
      subject = same(subject, other.subject);
      for (int i = 1; i < Math.min(inputs.length, other.inputs.length); i += 2) {
        inputs[i] = same(inputs[i], other.inputs[i]);
      }
    }

    private static <T> T same(T value, T other) {
      return value.equals(other) ? other : value;
    }

    /** Returns an upper estimate of the memory that the entry needs, in bytes. */
    public int bytes() {
      return BYTES + 2 * subject.length() + DecisionInputs.bytes(inputs);
    }

    DecisionRecorder recorder() {
      return recorder;
    }

    Object[] packedInputs() {
      return inputs;
    }

    /** Returns the position in the order in which the store's decisions were recorded. */
    long number() {
      return number;
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
