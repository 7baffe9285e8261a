// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs a test's job on another thread. */
public final class BackgroundCall {
  private BackgroundCall() {}

  /** Starts the call and returns a future of its result, which fails as the call does. */
  public static <T> CompletableFuture<T> start(Callable<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.call();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        });
  }

  /**
   * Waits for the result of a call as long as {@link Await} does.
   *
   * @throws CompletionException if the call has failed; with its cause
   */
  public static <T> T await(CompletableFuture<T> call, long timeoutMs) {
    Await.until("the end of a call", timeoutMs, call::isDone);
    return call.join();
  }
}
