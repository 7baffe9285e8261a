// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/** A store of histories in a directory of the test. */
abstract class HistoryStoreTestBase {
  static final String DAG = "report *";
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  File shared;
  File directory;

  @Before
  public void directory() throws IOException {
    shared = new File(folder.getRoot(), "a/b");
    directory = new File(shared, "alice");
  }

  HistoryStore store(int maxDags) throws IOException {
    return store("alice", maxDags);
  }

  HistoryStore store(String user, int maxDags) throws IOException {
    return new HistoryStore(new Configuration(), shared.toURI().toString(), user, maxDags);
  }

  static Map<String, VertexRunSummary> run(String vertex, double ms) {
    return Collections.singletonMap(
        vertex,
        new VertexRunSummary(Arrays.asList(ms, ms + 1, ms + 2, ms + 3, ms + 4), 77, 0.25, 3));
  }

  File[] files() {
    return directory.listFiles((dir, name) -> !name.startsWith("."));
  }

  interface Reading {
    void begins() throws IOException;
  }

  /** A file system on which something happens while a file is read. */
  public static final class BusyFs extends DelegateToFileSystem {
    static Reading reading;

    public BusyFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(uri, new Local(), conf, "busy", false);
    }

    private static final class Local extends RawLocalFileSystem {
      @Override
      public URI getUri() {
        return URI.create("busy:///");
      }

      /** Hadoop's own tells no owner of a file that is not under its own scheme. */
      @Override
      public FileStatus getFileLinkStatus(org.apache.hadoop.fs.Path path) throws IOException {
        FileStatus status = super.getFileLinkStatus(path);
        return new FileStatus(
            status.getLen(),
            status.isDirectory(),
            1,
            1,
            status.getModificationTime(),
            0,
            new FsPermission(status.isDirectory() ? 0700 : 0600),
            System.getProperty("user.name"),
            "",
            path);
      }

      @Override
      public FSDataInputStream open(org.apache.hadoop.fs.Path path, int size) throws IOException {
        FSDataInputStream in = super.open(path, size);
        reading.begins();
        return in;
      }
    }
  }

  HistoryStore busy(Reading reading) throws IOException {
    BusyFs.reading = reading;
    Configuration conf = new Configuration();
    conf.setClass("fs.AbstractFileSystem.busy.impl", BusyFs.class, AbstractFileSystem.class);
    return new HistoryStore(conf, "busy://" + shared.getPath(), "alice", 9);
  }
}
