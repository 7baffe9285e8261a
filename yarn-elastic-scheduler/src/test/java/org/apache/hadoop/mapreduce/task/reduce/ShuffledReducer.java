// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.mapreduce.task.reduce;

import static org.mockito.Mockito.mock;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.Progress;

/**
 * One reducer with Hadoop's own MergeManagerImpl, fed by hand, that tells what it wrote to disk. It
 * lies in Hadoop's package because the constructor's types and the sets of outputs (checked on
 * 3.4.2) are visible only there.
 */
public final class ShuffledReducer {
  /** Bytes of a file or output that are not records: end marker; and a checksum on disk. */
  public static final int END_BYTES = 2;

  private static final int CHECKSUM_BYTES = 4;

  private final JobConf conf = new JobConf(false);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final ShuffleClientMetrics metrics = mock(ShuffleClientMetrics.class);
  private final MergeManagerImpl<Text, Text> merger;
  private final FileSystem.Statistics disk;
  private final long writtenBefore;
  private long fedRecordBytes;
  private int fed;

  /** A reducer whose heap has so many bytes, with the shares as in the configuration's keys. */
  public ShuffledReducer(
      File localDir,
      long heapBytes,
      float buffer,
      float single,
      float merge,
      float retain,
      int sortFactor)
      throws IOException {
    conf.set(MRConfig.LOCAL_DIR, localDir.getPath());
    conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, heapBytes);
    conf.setFloat(MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT, buffer);
    conf.setFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, single);
    conf.setFloat(MRJobConfig.SHUFFLE_MERGE_PERCENT, merge);
    conf.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, retain);
    conf.setInt(MRJobConfig.IO_SORT_FACTOR, sortFactor);
    conf.setMapOutputKeyClass(Text.class);
    conf.setMapOutputValueClass(Text.class);
    LocalFileSystem localFs = FileSystem.getLocal(conf);
    disk = FileSystem.getStatistics("file", RawLocalFileSystem.class);
    writtenBefore = disk.getBytesWritten();
    merger =
        new MergeManagerImpl<>(
            new TaskAttemptID("job", 1, TaskType.REDUCE, 0, 0),
            conf,
            localFs,
            new LocalDirAllocator(MRConfig.LOCAL_DIR),
            Reporter.NULL,
            null,
            null,
            null,
            new Counters.Counter(),
            new Counters.Counter(),
            new Counters.Counter(),
            failure::set,
            new Progress(),
            new MROutputFiles());
  }

  /** Fetches one map output of so many bytes, and waits until all merging is over. */
  public void fetch(int bytes) throws Exception {
    byte[] file = mapOutput(bytes);
    TaskAttemptID map = new TaskAttemptID(new TaskID("job", 1, TaskType.MAP, fed++), 0);
    MapOutput<Text, Text> output = merger.reserve(map, bytes, 0);
    if (output == null) {
      throw new IOException("stalled though nothing is being merged");
    }
    output.shuffle(
        new MapHost("host", "http://host/"),
        new ByteArrayInputStream(file),
        file.length,
        bytes,
        metrics,
        Reporter.NULL);
    output.commit();
    fedRecordBytes += bytes - END_BYTES;
    awaitMerges();
  }

  private byte[] mapOutput(int bytes) throws IOException {
    int valueBytes = bytes;
    while (true) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      try (FSDataOutputStream out = new FSDataOutputStream(file, null)) {
        IFile.Writer<Text, Text> writer =
            new IFile.Writer<>(conf, out, Text.class, Text.class, null, null);
        byte[] value = new byte[valueBytes];
        Arrays.fill(value, (byte) 'v');
        writer.append(new Text(String.format(Locale.ROOT, "%08d", fed)), new Text(value));
        writer.close();
        int surplus = (int) writer.getRawLength() - bytes;
        if (surplus == 0) {
          out.flush();
          return file.toByteArray();
        }
        valueBytes -= surplus;
      }
    }
  }

  private void awaitMerges() throws Exception {
    merger.waitForResource();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (heldRecordBytes() != fedRecordBytes) {
      if (failure.get() != null || System.nanoTime() > deadline) {
        throw new TimeoutException(
            heldRecordBytes() + " bytes held of " + fedRecordBytes + ", " + failure.get());
      }
      Thread.sleep(1); // the on-disk merger has no other sign of being done
    }
  }

  private long heldRecordBytes() {
    synchronized (merger) {
      long bytes = 0;
      for (InMemoryMapOutput<Text, Text> output : merger.inMemoryMapOutputs) {
        bytes += output.getSize() - END_BYTES;
      }
      for (MergeManagerImpl.CompressAwarePath path : merger.onDiskMapOutputs) {
        bytes += path.getCompressedSize() - END_BYTES - CHECKSUM_BYTES;
      }
      return bytes;
    }
  }

  /** Starts the reduce function and tells how many records it would read. */
  public int readAll() throws Exception {
    RawKeyValueIterator records;
    try {
      records = merger.close();
    } catch (Exception e) {
      throw e;
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
    int read = 0;
    while (records.next()) {
      read++;
    }
    records.close();
    return read;
  }

  /** Bytes written to disk so far, with checksums and end markers. */
  public long writtenBytes() {
    return disk.getBytesWritten() - writtenBefore;
  }
}
