// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.mapreduce.jobhistory;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes events as the MapReduce application master does. In this package for {@link
 * EventWriter#write}, which only it can call.
 */
public final class JobHistoryFile implements Closeable {
  private final EventWriter writer;

  public JobHistoryFile(java.nio.file.Path file, EventWriter.WriteMode mode) throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration(false)).getRawFileSystem();
    writer = new EventWriter(local.create(new Path(file.toUri())), mode);
  }

  public void write(HistoryEvent event) throws IOException {
    writer.write(event);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
