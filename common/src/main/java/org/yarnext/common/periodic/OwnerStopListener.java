// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.periodic;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.service.Service;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases a hook's resources when the service that owns the hook stops. YARN does not notify most
 * hooks of their end, but each has an owner that is a service: in a ResourceManager the scheduler,
 * which each active period creates again, in a NodeManager the state store.
 */
public final class OwnerStopListener {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerStopListener.class);

  private OwnerStopListener() {}

  /**
   * Runs an action once, when the owner stops. Must be called before the owner can have stopped.
   *
   * @param owner ignored if it is null or no {@link Service}, as in tests
   * @param release runs on the thread that stops the owner; must not block
   */
  public static void of(Object owner, Runnable release) {
    if (!(owner instanceof Service)) {
      return;
    }
    AtomicBoolean isDone = new AtomicBoolean();
    Runnable once =
        () -> {
          if (isDone.compareAndSet(false, true)) {
            run(owner, release);
          }
        };
    ((Service) owner)
        .registerServiceListener(
            stopped -> {
              if (stopped.isInState(Service.STATE.STOPPED)) {
                once.run();
              }
            });
  }

  /**
   * Catches everything: an exception would keep the owner's other listeners from being notified.
   */
  private static void run(Object owner, Runnable release) {
    try {
      release.run();
    } catch (Throwable t) {
      LOG.warn("Not all resources were released when {} stopped", owner, t);
    }
  }
}
