// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.testing.FakeClock;

public class FeatureMetricsTest {
  private final AtomicReference<FeatureMode> mode = new AtomicReference<>(FeatureMode.SHADOW);
  private final FeatureMetrics metrics = new FeatureMetrics("Demo", "A demo.", mode::get);
  private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
  private MetricsSystem system;

  /** A reason with any code. */
  static DecisionReason reason(String code) {
    return new DecisionReason() {
      @Override
      public String code() {
        return code;
      }

      @Override
      public String text() {
        return "Because.";
      }
    };
  }

  @Before
  public void startMetrics() {
    system = DefaultMetricsSystem.initialize("Test");
  }

  @After
  public void stopMetrics() {
    metrics.unregister();
    DefaultMetricsSystem.shutdown();
  }

  @Test
  public void jmxShowsAllMetrics() throws Exception {
    metrics.counter("TasksShed", "Tasks shed").add(3);
    metrics.gauge("QueueLength", "Queued tasks", () -> 7);
    metrics.count(reason("SHED_WAIT_LIMIT"), true);
    try (Guard guard = new Guard("demo", GuardSettings.defaults(), System::nanoTime)) {
      guard.callInline("demo.hook", () -> 1, () -> 2);
      metrics.attach(guard);
      metrics.register();
      ObjectName bean = new ObjectName("Hadoop:service=Test,name=Demo");
      assertEquals(3L, jmx.getAttribute(bean, "TasksShed"));
      assertEquals(7L, jmx.getAttribute(bean, "QueueLength"));
      assertEquals(1L, jmx.getAttribute(bean, "Decision_SHED_WAIT_LIMIT_applied"));
      assertEquals(1L, jmx.getAttribute(bean, "GuardOk"));
      assertEquals(0L, jmx.getAttribute(bean, "GuardState"));
      assertEquals(1L, jmx.getAttribute(bean, "Hook_demo_hook_Calls"));
      assertEquals("shadow", jmx.getAttribute(bean, "tag.Mode"));
      assertEquals("yarn", jmx.getAttribute(bean, "tag.Context"));
      metrics.unregister();
      assertFalse(jmx.isRegistered(bean));
    }
  }

  @Test
  public void prometheusShowsAllMetrics() throws Exception {
    metrics.counter("TasksShed", "Tasks shed").add(3);
    metrics.gauge("QueueLength", "Queued tasks", () -> 7);
    metrics.count(reason("SHED_WAIT_LIMIT"), false);
    metrics.register();
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    system.register("prometheus", "for the test", sink);
    system.publishMetricsNow();
    StringWriter page = new StringWriter();
    sink.writeMetrics(page);
    assertHas(page, "# TYPE demo_tasks_shed counter");
    assertHas(page, "# HELP demo_tasks_shed Tasks shed");
    assertHas(page, "# TYPE demo_queue_length gauge");
    assertTrue(
        page.toString(),
        page.toString()
            .matches(
                "(?s).*demo_tasks_shed\\{context=\"yarn\",bean=\"Demo\",mode=\"shadow\"[^}]*\\} 3\n.*"));
    // Stock writes lower case in the host's language, and _ for the Turkish i without a dot.
    String reason = "SHED_WAIT_LIMIT".toLowerCase(Locale.getDefault()).replaceAll("[^a-z]", "_");
    assertHas(page, "# TYPE demo_decision_" + reason + "_shadow counter");
  }

  @Test
  public void daemonsOfOneJvmHaveDistinctSourceNames() throws Exception {
    FeatureMetrics second = new FeatureMetrics("Demo", "A demo.", mode::get);
    FeatureMetrics third = new FeatureMetrics("Demo", "A demo.", mode::get);
    metrics.register();
    second.counter("TasksShed", "Tasks shed").add(5);
    second.register();
    assertEquals("Demo", metrics.registeredName());
    assertEquals("Demo-1", second.registeredName());
    ObjectName bean = new ObjectName("Hadoop:service=Test,name=Demo-1");
    assertEquals(5L, jmx.getAttribute(bean, "TasksShed"));
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    system.register("prometheus", "for the test", sink);
    system.publishMetricsNow();
    StringWriter page = new StringWriter();
    sink.writeMetrics(page);
    assertTrue(
        page.toString(),
        page.toString().contains("demo_tasks_shed{context=\"yarn\",bean=\"Demo-1\""));
    metrics.unregister();
    assertNull(metrics.registeredName());
    third.register();
    assertEquals("a freed name is used again", "Demo", third.registeredName());
    second.unregister();
    third.unregister();
  }

  @Test
  public void refusedSetUpsAreCountedUntilOneWorks() throws Exception {
    ObjectName bean = new ObjectName("Hadoop:service=Test,name=Demo");
    FeatureMetrics.countRefused("Demo", "A demo.");
    FeatureMetrics.countRefused("Demo", "A demo.");
    FeatureMetrics refused = (FeatureMetrics) DefaultMetricsSystem.instance().getSource("Demo");
    assertEquals(2L, refused.snapshot().get("ConfigurationRefused"));
    assertEquals("off", jmx.getAttribute(bean, "tag.Mode"));
    metrics.counter("TasksShed", "Tasks shed").add(1);
    metrics.register();
    assertEquals("Demo", metrics.registeredName());
    assertEquals(1L, jmx.getAttribute(bean, "TasksShed"));
  }

  @Test
  public void miniClusterModeKeepsNames() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    FeatureMetrics second = new FeatureMetrics("Demo", "A demo.", mode::get);
    try {
      metrics.register();
      second.register();
      assertTrue(jmx.isRegistered(new ObjectName("Hadoop:service=Test,name=Demo")));
      assertTrue(jmx.isRegistered(new ObjectName("Hadoop:service=Test,name=Demo-1")));
    } finally {
      second.unregister();
      DefaultMetricsSystem.setMiniClusterMode(false);
    }
    assertFalse(jmx.isRegistered(new ObjectName("Hadoop:service=Test,name=Demo-1")));
  }

  @Test
  public void nameOfAnotherSourceIsSkipped() {
    system.register("Demo", "A stranger.", new FeatureMetrics("Demo", "", mode::get));
    metrics.register();
    assertEquals("Demo-1", metrics.registeredName());
  }

  @Test
  public void registrationMayPrecedeTheMetricsSystem() throws Exception {
    DefaultMetricsSystem.shutdown();
    metrics.register();
    metrics.register();
    DefaultMetricsSystem.initialize("Late");
    assertTrue(jmx.isRegistered(new ObjectName("Hadoop:service=Late,name=Demo")));
  }

  @Test
  public void countersOnlyGrow() {
    EventCounter counter = metrics.counter("TasksShed", "Tasks shed");
    counter.increment();
    counter.add(0);
    counter.add(2);
    assertThrows(IllegalArgumentException.class, () -> counter.add(-1));
    assertEquals(3, counter.value());
    assertEquals(3L, metrics.snapshot().get("TasksShed"));
  }

  @Test
  public void throwingGaugeIsOmittedAlone() throws Exception {
    metrics.gauge(
        "Broken",
        "Throws",
        () -> {
          throw new NoClassDefFoundError();
        });
    metrics.gauge("Fine", "Does not", () -> 1);
    metrics.register();
    assertFalse(metrics.snapshot().containsKey("Broken"));
    ObjectName bean = new ObjectName("Hadoop:service=Test,name=Demo");
    assertEquals(1L, jmx.getAttribute(bean, "Fine"));
  }

  @Test
  public void unknownModeIsShown() throws Exception {
    mode.set(null);
    metrics.register();
    ObjectName bean = new ObjectName("Hadoop:service=Test,name=Demo");
    assertEquals("unknown", jmx.getAttribute(bean, "tag.Mode"));
  }

  @Test
  public void decisionsAreCountedByReasonAndMode() {
    metrics.count(reason("KEEP"), true);
    metrics.count(reason("KEEP"), true);
    metrics.count(reason("KEEP"), false);
    metrics.count(reason("no room!"), false);
    Map<String, Number> values = metrics.snapshot();
    assertEquals(
        "{Decision_KEEP_applied=2, Decision_KEEP_shadow=1, Decision_no_room__shadow=1}",
        values.toString());
  }

  @Test
  public void numberOfReasonsIsBounded() {
    for (int i = 0; i < 1_000; i++) {
      metrics.count(reason("R" + i), true);
    }
    metrics.count(reason("R0"), true);
    metrics.count(reason("LATE"), false);
    Map<String, Number> values = metrics.snapshot();
    assertEquals(DecisionCounters.MAX_NAMES, values.size());
    assertEquals(2L, values.get("Decision_R0_applied"));
    assertEquals(1_000L - 254, values.get("Decision_OTHER_applied"));
    assertEquals(1L, values.get("Decision_OTHER_shadow"));
  }

  @Test
  public void guardStateIsANumber() {
    FakeClock clock = new FakeClock();
    GuardSettings settings = GuardSettings.defaults();
    try (Guard guard = new Guard("demo", settings, clock.nanos())) {
      metrics.attach(guard);
      assertEquals(0L, metrics.snapshot().get("GuardState"));
      for (int i = 0; i < 5; i++) {
        guard.recordFailure("demo.hook", new IOException());
      }
      Map<String, Number> tripped = metrics.snapshot();
      assertEquals(2L, tripped.get("GuardState"));
      assertEquals(5L, tripped.get("GuardCalls"));
      assertEquals(5L, tripped.get("GuardFallbacks"));
      assertEquals(5L, tripped.get("GuardFailures"));
      assertEquals(1L, tripped.get("GuardTrips"));
      assertEquals(5L, tripped.get("Hook_demo_hook_Fallbacks"));
      clock.advance(settings.coolDown());
      assertEquals(1L, metrics.snapshot().get("GuardState"));
      assertThrows(IllegalStateException.class, () -> metrics.attach(guard));
    }
  }

  @Test
  public void badNamesAreRefused() {
    metrics.counter("Fine", "");
    assertThrows(IllegalArgumentException.class, () -> metrics.counter("Fine", ""));
    assertThrows(IllegalArgumentException.class, () -> metrics.gauge("Fine", "", () -> 1));
    assertThrows(IllegalArgumentException.class, () -> metrics.counter("lower", ""));
    assertThrows(IllegalArgumentException.class, () -> metrics.counter("GuardCalls", ""));
    assertThrows(IllegalArgumentException.class, () -> new FeatureMetrics("a b", "", mode::get));
  }

  private static void assertHas(StringWriter page, String line) {
    assertTrue(line + " is not in\n" + page, page.toString().contains(line + "\n"));
  }
}
