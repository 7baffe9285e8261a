// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.testing.FakeClock;

public class GuardLogTest {
  private final List<LoggingEvent> events = new ArrayList<>();
  private final Logger logger = Logger.getLogger(Guard.class);
  private final FakeClock clock = new FakeClock();
  private final Guard guard =
      new Guard(
          "demo",
          GuardSettings.defaults().withFailures(1_000, Duration.ofSeconds(1)),
          clock.nanos());
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          events.add(event);
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };

  @Before
  public void listen() {
    logger.setLevel(Level.INFO);
    logger.addAppender(appender);
  }

  @After
  public void stopListening() {
    logger.removeAppender(appender);
    guard.close();
  }

  @Test
  public void failuresOfAKindAreLoggedOnceWithTheirTrace() {
    IOException first = new IOException("first");
    for (int i = 0; i < 5; i++) {
      guard.recordFailure("hook.a", i == 0 ? first : new IOException("later"));
      guard.recordFailure("hook.b", new IOException());
      guard.recordFailure("hook.a", new IllegalStateException());
    }
    assertEquals("[WARN, WARN, WARN]", levels());
    String message = events.get(0).getRenderedMessage();
    assertTrue(
        message,
        message.startsWith("Feature demo failed at hook hook.a; stock behaviour was used."));
    assertNotNull(events.get(0).getThrowableInformation());
    assertEquals(first, events.get(0).getThrowableInformation().getThrowable());
  }

  @Test
  public void numberOfLoggedKindsIsBounded() {
    for (int i = 0; i < 200; i++) {
      guard.recordFailure("hook" + i, new IOException());
    }
    assertEquals(GuardLog.MAX_KINDS, events.size());
  }

  @Test
  public void tripsAndRecoveriesAreLoggedOnceEach() {
    try (Guard strict =
        new Guard(
            "strict",
            GuardSettings.defaults().withFailures(1, Duration.ofSeconds(1)),
            clock.nanos())) {
      strict.recordFailure("hook", new IOException());
      for (int i = 0; i < 10; i++) {
        strict.callInline("hook", () -> "ours", () -> "stock");
      }
      clock.advance(Duration.ofSeconds(60));
      strict.recordFailure("hook", new IOException());
      clock.advance(Duration.ofSeconds(120));
      strict.callInline("hook", () -> "ours", () -> "stock");
      strict.callInline("hook", () -> "ours", () -> "stock");
    }
    assertEquals("[WARN, ERROR, ERROR, INFO]", levels());
    assertEquals(
        "Feature strict tripped its guard at hook hook: stock behaviour for at least 60000 ms.",
        events.get(1).getRenderedMessage());
    assertEquals(
        "Feature strict failed its trial at hook hook: "
            + "stock behaviour for at least another 120000 ms.",
        events.get(2).getRenderedMessage());
    assertEquals(
        "Feature strict recovered: its trial at hook hook succeeded.",
        events.get(3).getRenderedMessage());
  }

  @Test
  public void slowCallsAreLoggedOncePerHook() {
    for (int i = 0; i < 3; i++) {
      guard.runInline("hook", () -> clock.advance(Duration.ofSeconds(1)), () -> {});
    }
    assertEquals("[WARN]", levels());
    assertTrue(
        events.get(0).getRenderedMessage().startsWith("Feature demo took 1000 ms at hook hook"));
  }

  private String levels() {
    return events.stream().map(LoggingEvent::getLevel).collect(Collectors.toList()).toString();
  }
}
