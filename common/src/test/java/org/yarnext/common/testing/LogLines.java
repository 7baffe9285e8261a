// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** Collects what a logger and its children say while it is open, at WARN or above unless told. */
public final class LogLines extends AppenderSkeleton implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level level;
  private final Level lowest;

  /** Starts collecting. */
  public LogLines(String name) {
    this(name, Level.WARN);
  }

  /** Starts collecting from a level on. */
  public LogLines(String name, Level lowest) {
    this.lowest = lowest;
    logger = Logger.getLogger(name);
    level = logger.getLevel();
    if (!logger.isEnabledFor(lowest)) {
      logger.setLevel(lowest);
    }
    logger.addAppender(this);
  }

  @Override
  protected void append(LoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(lowest)) {
      Throwable thrown =
          event.getThrowableInformation() == null
              ? null
              : event.getThrowableInformation().getThrowable();
      lines.add(event.getRenderedMessage() + (thrown == null ? "" : " " + thrown));
    }
  }

  /** The lines so far, oldest first, each with the text of its throwable if it has one. */
  public List<String> lines() {
    return new ArrayList<>(lines);
  }

  /** How many lines contain all of {@code parts}. */
  public long count(String... parts) {
    return lines.stream()
        .filter(
            line -> {
              for (String part : parts) {
                if (!line.contains(part)) {
                  return false;
                }
              }
              return true;
            })
        .count();
  }

  @Override
  public void close() {
    if (!closed) { // it is closed again when it is finalised, and others may listen by then
      closed = true;
      logger.removeAppender(this);
      logger.setLevel(level);
    }
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
