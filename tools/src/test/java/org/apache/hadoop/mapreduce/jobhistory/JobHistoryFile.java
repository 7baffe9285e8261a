/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
