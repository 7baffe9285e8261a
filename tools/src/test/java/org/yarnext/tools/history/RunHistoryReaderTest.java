// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;

/** Directories of histories that others write into, and files from hosts with a wrong clock. */
public class RunHistoryReaderTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static RunHistoryReader reader() {
    Configuration conf = new Configuration(false);
    conf.setClass("fs.file.impl", UnevenFileSystem.class, LocalFileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return new RunHistoryReader(conf, new ResourceManagerLog());
  }

  /** Directories called private may not be listed, and those called gone are removed meanwhile. */
  public static final class UnevenFileSystem extends LocalFileSystem {
    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
      if (path.getName().equals("private")) {
        throw new AccessControlException("Permission denied");
      }
      if (path.getName().equals("gone")) {
        throw new FileNotFoundException(path.toString());
      }
      return super.listStatusIterator(path);
    }
  }

  @Test
  public void directoriesOfOthersDoNotHideTheRest() throws Exception {
    for (String dir : new String[] {"a", "private", "gone", "z"}) {
      File made = folder.newFolder("done", dir);
      Files.write(new File(made, dir + ".jhist").toPath(), new byte[0]);
    }
    File done = new File(folder.getRoot(), "done");
    RunHistoryReader reader = reader();
    assertEquals(
        "a.jhist z.jhist",
        reader.find(done.toString()).stream().map(Path::getName).collect(Collectors.joining(" ")));
    assertEquals(
        Collections.singleton("private"),
        reader.unlisted().stream().map(Path::getName).collect(Collectors.toSet()));
    assertThrows(
        AccessControlException.class, () -> reader.find(new File(done, "private").toString()));
  }

  /** Otherwise such a run would be the newest of its class for years. */
  @Test
  public void noRunEndsInTheFuture() throws Exception {
    java.nio.file.Path history =
        new FinishedJob("count", 1)
            .memory(1024, 800)
            .map(1000, 10, 10, 1)
            .write(folder.getRoot().toPath());
    long now = System.currentTimeMillis();
    Files.setLastModifiedTime(history, FileTime.fromMillis(now + TimeUnit.DAYS.toMillis(9000)));
    for (TaskClassRun run : reader().read(new Path(history.toUri()))) {
      assertTrue(run.endMs() + " " + now, run.endMs() <= System.currentTimeMillis());
    }
    Files.setLastModifiedTime(history, FileTime.fromMillis(1_000));
    assertEquals(1_000, reader().read(new Path(history.toUri())).get(0).endMs());
  }
}
