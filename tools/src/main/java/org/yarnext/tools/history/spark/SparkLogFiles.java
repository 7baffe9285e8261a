// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.spark;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.ning.compress.lzf.LZFInputStream;
import com.ning.compress.lzf.util.ChunkDecoderFactory;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import net.jpountz.lz4.LZ4BlockInputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.commons.io.input.CountingInputStream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.xerial.snappy.SnappyError;
import org.yarnext.tools.ToolException;

/** Finds, opens and reads the files of Spark's event logs, by the names that Spark gives them. */
public final class SparkLogFiles {
  private static final String APPLICATION = "(spark-|local-)?application_\\d+_\\d+(_\\w+)?";

  /** Prefix of the directory of a log in several files. */
  private static final String ROLLING = "eventlog_v2_";

  /** Prefix of the files in it that have events. */
  private static final String EVENTS = "events_";

  private static final String UNFINISHED = ".inprogress";

  /** Suffix of a file in which Spark's history server left out what is of no use to it. */
  private static final String COMPACT = ".compact";

  private SparkLogFiles() {}

  /** Returns whether a file belongs to an event log, by its name and its directory's. */
  public static boolean isOfLog(Path file) {
    return isRolling(file) || file.getName().matches(APPLICATION + "(\\..*)?");
  }

  /** Returns whether a file of an event log has events, and the application no longer writes it. */
  public static boolean hasEvents(Path file) {
    String name = file.getName();
    return !name.endsWith(UNFINISHED) && (!isRolling(file) || name.startsWith(EVENTS));
  }

  /** Returns whether a file says that the log of its directory is still written. */
  public static boolean saysUnfinished(Path file) {
    return isRolling(file) && file.getName().endsWith(UNFINISHED);
  }

  /** Returns a path that all files of one log share: the directory of a log in several files. */
  public static Path whole(Path file) {
    return isRolling(file) ? file.getParent() : file;
  }

  private static boolean isRolling(Path file) {
    return file.getParent() != null && file.getParent().getName().startsWith(ROLLING);
  }

  /**
   * Reads an event log.
   *
   * @param file its file, or any of its files
   * @param log receives the events
   * @throws ToolException if a file is damaged, or its codec is unknown
   */
  public static void read(FileSystem fs, Path file, SparkEventLog log)
      throws IOException, ToolException {
    for (Path part : parts(fs, file)) {
      if (part.getName().endsWith(COMPACT)) {
        log.incomplete();
      }
      try (InputStream in = decompressed(fs.open(part), part.getName())) {
        log.read(in);
      }
    }
  }

  /** Returns the files of a log in their order, without those that a compact one replaces. */
  private static List<Path> parts(FileSystem fs, Path file) throws IOException {
    if (!isRolling(file)) {
      return Collections.singletonList(file);
    }
    List<Path> parts = new ArrayList<>();
    Path compact = null;
    for (FileStatus status : fs.listStatus(file.getParent())) {
      Path part = status.getPath();
      if (hasEvents(part)) {
        parts.add(part);
        if (part.getName().endsWith(COMPACT)
            && (compact == null || number(part) > number(compact))) {
          compact = part;
        }
      }
    }
    if (compact != null) {
      Path first = compact;
      parts.removeIf(part -> number(part) <= number(first));
      parts.add(first);
    }
    parts.sort(Comparator.comparingLong(SparkLogFiles::number));
    return parts;
  }

  /** Returns the number of a file, such as 2 of {@code events_2_application_1_0001}. */
  private static long number(Path part) {
    String[] words = part.getName().split("_");
    try {
      return words.length > 1 ? Long.parseLong(words[1]) : 1;
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /** Returns the content of a file, by the codec that its name ends with. Closes it on failure. */
  private static InputStream decompressed(InputStream file, String name)
      throws IOException, ToolException {
    CountingInputStream in = new CountingInputStream(new BufferedInputStream(file));
    try {
      String full = StringUtils.removeEnd(name, COMPACT);
      int dot = full.lastIndexOf('.');
      return dot < 0 ? in : new ExpansionLimit(codec(full.substring(dot + 1), in), in);
    } catch (IOException | ToolException | RuntimeException e) {
      in.close();
      throw e;
    } catch (LinkageError | SnappyError e) {
      in.close();
      throw new ToolException("the library of its codec cannot be loaded (" + e + ")", e);
    }
  }

  private static InputStream codec(String name, InputStream in) throws IOException, ToolException {
    switch (name) {
      case "zstd":
        return new ZstdInputStreamNoFinalizer(in);
      case "lz4":
        return LZ4BlockInputStream.newBuilder()
            .withDecompressor(LZ4Factory.safeInstance().safeDecompressor())
            .build(in);
      case "snappy":
        return new SnappyBlocks(in);
      case "lzf":
        return new LZFInputStream(ChunkDecoderFactory.safeInstance(), in);
      default:
        throw new ToolException("its codec, " + name + ", is none of Spark's");
    }
  }

  /** Stream that rejects a file whose content is absurdly larger than the file. */
  private static final class ExpansionLimit extends FilterInputStream {
    private static final long MAX_RATIO = 1_000;
    private static final long MIN_BYTES = 16 << 20;

    private final CountingInputStream compressed;
    private long bytes;

    ExpansionLimit(InputStream in, CountingInputStream compressed) {
      super(in);
      this.compressed = compressed;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = super.read(into, from, length);
      bytes += Math.max(0, read);
      if (bytes > MIN_BYTES + MAX_RATIO * compressed.getByteCount()) {
        throw new IOException("it expands to more than " + MAX_RATIO + " times its size");
      }
      return read;
    }
  }
}
