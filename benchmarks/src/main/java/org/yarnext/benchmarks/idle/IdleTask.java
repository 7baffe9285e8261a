// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Main class of a guaranteed task that uses a part of its container. It holds memory outside of its
 * heap, and repeats a step of fixed work and a pause. While the file {@value #SPIKE} exists, it
 * holds as much memory as its container was given. At its end it writes its results to a file named
 * after its container.
 */
final class IdleTask {
  /**
   * File, in the directory of the task's results, that makes it grow. It contains the time in which
   * it grows if it gets enough CPU, in ms.
   */
  static final String SPIKE = "spike";

  /** File that ends a task without a number of steps. */
  static final String END = "end";

  /** Extension of the file with the results at the end. */
  static final String RESULT = ".result";

  /**
   * Extension of the file with a line for each growth: when it began and ended, in ms, and the
   * memory in MB.
   */
  static final String GROWTH = ".growth";

  private static final int HEAP_MB = 32;
  private static final long POLL_MS = 10;

  /** A smaller piece would come from an arena of the C library, which does not always return it. */
  private static final long MIN_PIECE_MB = 33;

  private static final long MAX_PIECES = 10;

  /** A buffer has less than 2 GB; a task of a large machine grows by more. */
  private static final long MAX_BUFFER_MB = 1_024;

  private static final long FACTOR = 6_364_136_223_846_793_005L;
  private static final long INCREMENT = 1_442_695_040_888_963_407L;

  private final Path dir;
  private final long fullMb;
  private final List<ByteBuffer> held = new ArrayList<>();

  private IdleTask(Path dir, long fullMb) {
    this.dir = dir;
    this.fullMb = fullMb;
  }

  /**
   * Returns the shell command of a task.
   *
   * @param dir directory of its files
   * @param usedMb memory of the process, in MB
   * @param fullMb memory of the process during a spike, in MB
   * @param iterations work of a step; see {@link #work}
   * @param pauseMs pause after each step, in ms
   * @param steps number of steps; 0 for as many as it does until the file {@value #END} exists
   */
  static String command(
      Path dir, long usedMb, long fullMb, long iterations, long pauseMs, int steps) {
    try {
      return String.join(
          " ",
          System.getProperty("java.home") + "/bin/java",
          "-Xmx" + HEAP_MB + "m",
          "-XX:MaxDirectMemorySize=" + (fullMb + HEAP_MB) + "m",
          "-XX:-UsePerfData",
          MiniCluster.CONTAINER_JVM_OPTIONS,
          "-cp",
          "'" + place() + "'",
          IdleTask.class.getName(),
          "'" + dir + "'",
          Long.toString(usedMb),
          Long.toString(fullMb),
          Long.toString(iterations),
          Long.toString(pauseMs),
          Integer.toString(steps));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the class path of a task, which needs no other class. */
  private static String place() throws URISyntaxException {
    return new File(IdleTask.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .getPath();
  }

  /** Runs the task. The arguments are those of {@link #command}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path dir = Paths.get(args[0]);
    IdleTask task = new IdleTask(dir, Long.parseLong(args[2]));
    task.grow(Long.parseLong(args[1]), 1, 0);
    int base = task.held.size();
    Thread spikes = new Thread(() -> task.followSpikes(base), "spikes");
    spikes.setDaemon(true);
    spikes.start();
    task.run(Long.parseLong(args[3]), Long.parseLong(args[4]), Integer.parseInt(args[5]));
  }

  private void run(long iterations, long pauseMs, int steps)
      throws IOException, InterruptedException {
    List<Long> micros = new ArrayList<>();
    long state = 0;
    long sumMb = 0;
    double cpuBefore = cpuMs();
    long start = System.nanoTime();
    while (steps > 0 ? micros.size() < steps : !Files.exists(dir.resolve(END))) {
      long from = System.nanoTime();
      state = work(state, iterations);
      micros.add((System.nanoTime() - from) / 1_000);
      sumMb += residentMb();
      Thread.sleep(pauseMs);
    }
    double ms = (System.nanoTime() - start) / 1e6;
    Collections.sort(micros);
    write(
        RESULT,
        String.format(
            Locale.ROOT,
            "%d %d %d %.4f %d",
            state,
            micros.size(),
            sumMb / Math.max(1, micros.size()),
            (cpuMs() - cpuBefore) / ms,
            micros.isEmpty() ? 0 : micros.get((micros.size() - 1) * 99 / 100)));
  }

  /** Returns the result of some work, which keeps one processor busy, on a state. */
  static long work(long state, long iterations) {
    long x = state;
    for (long i = 0; i < iterations; i++) {
      x = x * FACTOR + INCREMENT;
    }
    return x;
  }

  /** Returns {@link #work} of state 0 at once, by squaring the step. */
  static long expected(long iterations) {
    long factor = FACTOR;
    long increment = INCREMENT;
    long x = 0;
    for (long left = iterations; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        x = x * factor + increment;
      }
      increment *= factor + 1;
      factor *= factor;
    }
    return x;
  }

  private void followSpikes(int base) {
    try {
      boolean isFull = false;
      while (true) {
        boolean isSpike = Files.exists(dir.resolve(SPIKE));
        if (isSpike && !isFull) {
          long from = System.currentTimeMillis();
          long pieces = (fullMb - residentMb()) / MIN_PIECE_MB;
          grow(fullMb, Math.max(1, Math.min(MAX_PIECES, pieces)), growthMs());
          write(
              GROWTH,
              String.format(
                  Locale.ROOT, "%d %d %d", from, System.currentTimeMillis(), residentMb()));
        } else if (!isSpike && isFull) {
          held.subList(base, held.size()).clear();
          System.gc();
        }
        isFull = isSpike;
        Thread.sleep(POLL_MS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long growthMs() throws IOException {
    return Long.parseLong(new String(Files.readAllBytes(dir.resolve(SPIKE)), UTF_8));
  }

  /** Allocates memory until the process has the given amount, in MB. */
  private void grow(long toMb, long pieces, long forMs) throws IOException, InterruptedException {
    long start = System.currentTimeMillis();
    for (long i = 0; i < pieces; i++) {
      // The JVM may still free memory of an earlier spike, so measure before each piece.
      long pieceMb = (toMb - residentMb()) / (pieces - i);
      long buffers = (pieceMb + MAX_BUFFER_MB - 1) / MAX_BUFFER_MB;
      for (long buffer = 0; buffer < buffers; buffer++) {
        // The JVM writes zeros, so that the memory is really used.
        held.add(ByteBuffer.allocateDirect((int) (pieceMb / buffers << 20)));
      }
      long due = start + (i + 1) * forMs / pieces;
      Thread.sleep(Math.max(0, due - System.currentTimeMillis()));
    }
  }

  private static long residentMb() throws IOException {
    for (String line : Files.readAllLines(Paths.get("/proc/self/status"), UTF_8)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
      }
    }
    throw new IOException("/proc/self/status has no VmRSS");
  }

  private static double cpuMs() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e6;
  }

  private void write(String extension, String line) throws IOException {
    Path file = dir.resolve(System.getenv("CONTAINER_ID") + extension);
    Files.write(
        file,
        Collections.singletonList(line),
        UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
