// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.history.FinishedJob;

/** Histories of jobs that the test writes. */
abstract class ProfileCommandTestBase {
  static final long MB = 1 << 20;
  static final int NON_HEAP_MB = 224;
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  Path done;
  Path out;
  int jobs;

  @Before
  public void makeDirectories() throws IOException {
    done = folder.newFolder("done").toPath();
    out = folder.getRoot().toPath().resolve("profiles.json");
  }

  /** Maps that write 10 MB once or, under-sized, twice. */
  Path mapRun(String name, int mb, long ms, boolean once) throws IOException {
    return job(name, mb)
        .map(ms, 1000, once ? 1000 : 2000, 10 * MB)
        .map(ms, 1000, once ? 1000 : 2000, 10 * MB)
        .reducer(1000, 20 * MB, 2, 2000, 2000)
        .write(done);
  }

  FinishedJob job(String name, int mb) {
    return new FinishedJob(name, ++jobs).memory(mb, mb - NON_HEAP_MB);
  }

  CommandRun profile(String... options) {
    String[] args = new String[options.length + 4];
    args[0] = "profile";
    args[1] = "--out";
    args[2] = out.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    args[args.length - 1] = done.toString();
    return CommandRun.of(args);
  }

  TaskProfile made(String job, String task) throws Exception {
    return ProfileFile.read(out).find(job, "MAPREDUCE", task);
  }

  static void said(CommandRun run, String what) {
    assertTrue(run.toString(), (run.out + run.err).contains(what));
  }
}
