// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs the tests that need a kernel on the kernel of this process: {@code build-tools/kernel-tests}
 * starts it on each. A test that is skipped counts as failed, since it has not tested the kernel.
 * Prints a line a test: class and method, result, seconds, separated by tabs.
 */
public final class KernelTestMain extends RunListener {
  private final PrintStream out;
  private String result;
  private long startNanos;
  private int failed;

  private KernelTestMain(PrintStream out) {
    this.out = out;
  }

  /** Takes the names of test classes; exits with 1 unless all their tests pass. */
  public static void main(String[] classes) throws ClassNotFoundException {
    KernelTestMain listener = new KernelTestMain(System.out);
    JUnitCore core = new JUnitCore();
    core.addListener(listener);
    for (String name : classes) {
      core.run(Class.forName(name));
    }
    // NodeManagers leave threads behind.
    System.exit(listener.failed == 0 ? 0 : 1);
  }

  @Override
  public void testStarted(Description test) {
    result = "passed";
    startNanos = System.nanoTime();
  }

  @Override
  public void testAssumptionFailure(Failure failure) {
    fail("NOT RUN", failure);
  }

  @Override
  public void testIgnored(Description test) {
    testStarted(test);
    fail("NOT RUN", new Failure(test, new AssertionError("ignored")));
    testFinished(test);
  }

  @Override
  public void testFailure(Failure failure) {
    fail("FAILED", failure);
  }

  private void fail(String how, Failure failure) {
    result = how;
    failed++;
    System.err.println(failure.getDescription() + " " + how + ": " + failure.getTrace());
    if (!failure.getDescription().isTest()) {
      startNanos = System.nanoTime();
      testFinished(failure.getDescription()); // a class has no events of its own
    }
  }

  @Override
  public void testFinished(Description test) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    String method = test.isTest() ? "." + test.getMethodName() : "";
    String name = test.getTestClass().getSimpleName() + method;
    out.println("RESULT\t" + name + "\t" + result + "\t" + seconds);
    out.flush();
  }
}
