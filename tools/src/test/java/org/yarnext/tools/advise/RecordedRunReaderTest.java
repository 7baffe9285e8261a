// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.history.FinishedJob;
import org.yarnext.tools.history.RunHistoryReaderTest;

public class RecordedRunReaderTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** The history server gives each user a directory that others may not list. */
  @Test
  public void directoriesOfOthersDoNotHideTheRest() throws Exception {
    File done = folder.newFolder("done");
    for (String dir : new String[] {"own", "private"}) {
      new FinishedJob(dir, dir.length())
          .memory(1024, 800)
          .map(1000, 10, 10, 1)
          .write(folder.newFolder("done", dir).toPath());
    }
    Configuration conf = new Configuration(false);
    conf.setClass(
        "fs.file.impl", RunHistoryReaderTest.UnevenFileSystem.class, LocalFileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    OmissionCounter omitted = new OmissionCounter();
    RecordedRunReader reader =
        new RecordedRunReader(conf, 0, new PrintWriter(new StringWriter()), omitted);
    reader.read(done.toString());
    assertEquals(1, reader.jobs().size());
    assertEquals("own", reader.jobs().get(0).name());
    assertEquals(
        Collections.singletonMap("directories that this user may not list", 1L), omitted.counts());
  }
}
