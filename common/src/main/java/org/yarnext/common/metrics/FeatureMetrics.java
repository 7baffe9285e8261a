// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.guard.Guard;

/**
 * Shows a feature's counters, gauges, decisions and guard as one source of the daemon's Metrics2
 * system, and so in JMX, Prometheus and every configured sink. The tag {@code Bean} has the
 * registered name, and {@code Mode} the mode of the feature; both are labels in Prometheus.
 *
 * <p>Thread-safe. Counting takes no lock. Names are UpperCamelCase; a name declared twice, or used
 * by the guard's own metrics ({@code Guard...}), throws IllegalArgumentException.
 */
public final class FeatureMetrics implements MetricsSource {
  private static final Logger LOG = LoggerFactory.getLogger(FeatureMetrics.class);
  private static final String CONTEXT = "yarn";

  /** Registered metrics of features that stay off in this process, by name. */
  private static final Map<String, FeatureMetrics> REFUSED = new ConcurrentHashMap<>();

  private final String name;
  private final String description;
  private final Supplier<FeatureMode> mode;
  private final Map<String, Declared> declared = Collections.synchronizedMap(new LinkedHashMap<>());
  private final DecisionCounters decisions = new DecisionCounters();
  private volatile GuardMetrics guard;

  /** Null until the first refusal. */
  private EventCounter refusals;

  /** The registered name; null while not registered. */
  private volatile String registeredName;

  /**
   * Creates a source that is not registered yet.
   *
   * @param name the source's name, UpperCamelCase, such as {@code Mercury}
   * @param description one line for JMX
   * @param mode supplies the feature's current mode; shown as a tag
   * @throws IllegalArgumentException if the name is not UpperCamelCase
   */
  public FeatureMetrics(String name, String description, Supplier<FeatureMode> mode) {
    this.name = MetricNames.checked(name);
    this.description = description;
    this.mode = mode;
  }

  /**
   * Registers the metrics of a feature that stays off because of its set-up, and counts that.
   *
   * @param name as of the feature's own metrics
   * @param description one line for JMX
   */
  public static FeatureMetrics refused(String name, String description) {
    FeatureMetrics metrics = new FeatureMetrics(name, description, () -> FeatureMode.OFF);
    metrics.countRefusal();
    metrics.register();
    return metrics;
  }

  /**
   * Counts a set-up because of which a feature stays off in this process. Its metrics stay
   * registered until others of the same name are.
   *
   * @param name as of the feature's own metrics
   * @param description one line for JMX
   */
  public static synchronized void countRefused(String name, String description) {
    FeatureMetrics known = REFUSED.get(name);
    if (known == null) {
      REFUSED.put(name, refused(name, description));
    } else {
      known.countRefusal();
    }
  }

  /** A counter or a gauge. */
  private static final class Declared {
    final String doc;
    final boolean isCounter;
    final LongSupplier now;

    Declared(String doc, boolean isCounter, LongSupplier now) {
      this.doc = doc;
      this.isCounter = isCounter;
      this.now = now;
    }
  }

  /**
   * Declares a counter.
   *
   * @param metric UpperCamelCase, such as {@code TasksShed}
   * @param doc one line
   */
  public EventCounter counter(String metric, String doc) {
    EventCounter counter = new EventCounter();
    counter(metric, doc, counter::value);
    return counter;
  }

  /**
   * Declares a counter whose value is kept elsewhere.
   *
   * @param now supplies the value under the same rules as a gauge; never decreases
   */
  public void counter(String metric, String doc, LongSupplier now) {
    declare(metric, new Declared(doc, true, now));
  }

  /**
   * Declares a gauge.
   *
   * @param metric UpperCamelCase, with the unit if it has one, such as {@code QueueWaitMillis}
   * @param doc one line
   * @param now supplies the value; called from metrics and JMX threads. Must not take a lock that
   *     is held during I/O: the daemon's metrics system waits for it, and so does every thread that
   *     registers metrics, possibly under a scheduler's lock. If it throws, the gauge is left out
   *     of that snapshot
   */
  public void gauge(String metric, String doc, LongSupplier now) {
    declare(metric, new Declared(doc, false, now));
  }

  private void declare(String metric, Declared what) {
    if (MetricNames.checked(metric).startsWith("Guard")) {
      throw new IllegalArgumentException(metric + " is kept for the guard's metrics");
    }
    if (declared.putIfAbsent(metric, what) != null) {
      throw new IllegalArgumentException(metric + " is declared twice");
    }
  }

  /**
   * Counts a decision as {@code Decision_<CODE>_applied} or {@code Decision_<CODE>_shadow}. These
   * counters appear at first use, 256 at most; further codes are counted as {@code OTHER}.
   *
   * @param reason not null
   * @param applied true if the decision was applied, false in shadow mode
   */
  public void count(DecisionReason reason, boolean applied) {
    decisions.count(reason, applied);
  }

  /**
   * Counts a set-up because of which the feature stays off, as {@code ConfigurationRefused}; this
   * counter appears at first use.
   */
  public synchronized void countRefusal() {
    if (refusals == null) {
      refusals =
          counter("ConfigurationRefused", "Times the feature stayed off because of its set-up");
    }
    refusals.increment();
  }

  /**
   * Adds the metrics of the feature's guard: {@code GuardState} (0 healthy, 1 half-open, 2
   * tripped), {@code GuardCalls} and so on, and {@code Hook_<hook>_Calls}, {@code _Fallbacks},
   * {@code _MaxMicros}.
   *
   * @throws IllegalStateException if a guard is attached already
   */
  public synchronized void attach(Guard featureGuard) {
    if (guard != null) {
      throw new IllegalStateException(name + " has a guard already");
    }
    guard = new GuardMetrics(featureGuard);
  }

  /**
   * Registers with the daemon's metrics system, under the name or, if another daemon in this JVM
   * uses it, under the name with a number appended. May be called before the metrics system starts.
   * Does nothing if registered; a failure is logged, not thrown.
   */
  public synchronized void register() {
    FeatureMetrics refused = registeredName == null ? REFUSED.remove(name) : null;
    if (refused != null) {
      refused.unregister();
    }
    if (registeredName == null && MetricsSourceNames.take(name, this::tryRegister) == null) {
      registeredName = null;
      LOG.warn("Metrics {} could not be registered; the feature works without.", name);
    }
  }

  private boolean tryRegister(String candidate) {
    registeredName = candidate; // set first: registering may take a snapshot
    try {
      DefaultMetricsSystem.instance().register(candidate, description, this);
      return true;
    } catch (RuntimeException e) { // another class loader's copy may use the name
      LOG.debug("Metrics source {} was not accepted", candidate, e);
      return false;
    }
  }

  /** Unregisters from the metrics system; does nothing if not registered. */
  public synchronized void unregister() {
    if (registeredName != null) {
      DefaultMetricsSystem.instance().unregisterSource(registeredName);
      MetricsSourceNames.free(registeredName);
      registeredName = null;
    }
  }

  /** Returns the registered name, which JMX shows; null while not registered. */
  public String registeredName() {
    return registeredName;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    String bean = registeredName;
    MetricsRecordBuilder builder =
        collector
            .addRecord(name)
            .setContext(CONTEXT)
            .tag(Interns.info("Bean", "Name of the bean in JMX"), bean == null ? name : bean)
            .tag(Interns.info("Mode", "Mode of the feature: off, shadow or on"), modeText());
    read(
        new Reader() {
          @Override
          public void counter(String metric, String doc, long value) {
            builder.addCounter(Interns.info(metric, doc), value);
          }

          @Override
          public void gauge(String metric, String doc, long value) {
            builder.addGauge(Interns.info(metric, doc), value);
          }
        });
  }

  /** Returns the current value of every metric by name; a new map. */
  public Map<String, Number> snapshot() {
    Map<String, Number> values = new LinkedHashMap<>();
    read(
        new Reader() {
          @Override
          public void counter(String metric, String doc, long value) {
            values.put(metric, value);
          }

          @Override
          public void gauge(String metric, String doc, long value) {
            values.put(metric, value);
          }
        });
    return values;
  }

  /** Returns the current value of one counter or gauge; empty if it has none. */
  public OptionalLong value(String metric) {
    Declared what = declared.get(metric);
    return what == null ? OptionalLong.empty() : readOne(metric, what);
  }

  /** Receives values one by one. */
  private interface Reader {
    void counter(String metric, String doc, long value);

    void gauge(String metric, String doc, long value);
  }

  private void read(Reader reader) {
    Map<String, Declared> copy;
    synchronized (declared) {
      copy = new LinkedHashMap<>(declared);
    }
    copy.forEach((metric, what) -> readOne(metric, what, reader));
    Map<String, Long> counts = new TreeMap<>();
    decisions.forEach((metric, value) -> counts.merge(metric, value, Long::sum));
    counts.forEach((metric, value) -> reader.counter(metric, "Decisions by reason", value));
    GuardMetrics shown = guard;
    if (shown != null) {
      shown.samples().forEach(sample -> readGuard(sample, reader));
    }
  }

  private static void readGuard(GuardMetrics.Sample sample, Reader reader) {
    if (sample.monotonic) {
      reader.counter(sample.name, sample.doc, sample.value);
    } else {
      reader.gauge(sample.name, sample.doc, sample.value);
    }
  }

  private void readOne(String metric, Declared what, Reader reader) {
    OptionalLong value = readOne(metric, what);
    if (value.isPresent() && what.isCounter) {
      reader.counter(metric, what.doc, value.getAsLong());
    } else if (value.isPresent()) {
      reader.gauge(metric, what.doc, value.getAsLong());
    }
  }

  private OptionalLong readOne(String metric, Declared what) {
    try {
      return OptionalLong.of(what.now.getAsLong());
    } catch (Throwable e) { // a broken gauge must not affect others
      LOG.debug("Metric {} of {} is left out", metric, name, e);
      return OptionalLong.empty();
    }
  }

  private String modeText() {
    try {
      return mode.get().text();
    } catch (Throwable e) {
      LOG.debug("Mode of {} is unknown", name, e);
      return "unknown";
    }
  }
}
