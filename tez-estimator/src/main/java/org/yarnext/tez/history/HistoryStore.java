// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Paths;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.tez.policy.estimate.DagNamePattern;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/**
 * Stores the learnt run times of recurring DAGs in a directory of a Hadoop file system, with one
 * subdirectory per user and one small file per DAG. Files are replaced atomically: after a crash
 * there is the old or the new file, and of two concurrent writes the later one wins. So a run may
 * be missing, but none is wrong. The numbers of files, vertices and runs are bounded. Thread-safe.
 */
public final class HistoryStore {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryStore.class);

  /** Maximum number of stored vertices per DAG; those of its latest run first. */
  static final int MAX_VERTICES = 256;

  /**
   * Permission of the shared directory: every user may create a directory in it, and remove no
   * other's.
   */
  private static final FsPermission SHARED = new FsPermission((short) 01777);

  private static final FsPermission OWN = new FsPermission((short) 0700);

  private static final long MAX_BYTES = 4L << 20;
  private static final long UNFINISHED_AFTER_MS = 3_600_000;
  private static final String SUFFIX = ".json";
  private static final String UNFINISHED = ".tmp";

  /** Names of files by {@link #file} and of unfinished ones; the directory may hold other files. */
  private static final Pattern KEPT = Pattern.compile("[0-9a-f]{32}\\.json");

  private static final Pattern LEFT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.tmp");

  /**
   * User of the process, which owns the files where a file system knows processes alone, as this
   * machine's does.
   */
  private static final String PROCESS_USER = System.getProperty("user.name");

  private final FileContext files;
  private final String user;
  private final Path shared;
  private final Path directory;
  private final int maxDags;

  /**
   * Opens a store.
   *
   * @param shared a directory for all users, created for all of them at the first write
   * @param user owner of these histories, which nobody else can read
   * @param maxDags maximum number of stored DAGs of the user; 1 or more
   * @throws IOException if there is no such file system
   */
  public HistoryStore(Configuration conf, String shared, String user, int maxDags)
      throws IOException {
    Path path = new Path(shared);
    this.files =
        path.toUri().getScheme() == null
            ? FileContext.getFileContext(conf)
            : FileContext.getFileContext(path.toUri(), conf);
    this.shared = path;
    this.directory = new Path(path, user.replaceAll("^\\.|[^\\w.@-]", "_"));
    this.user = user;
    this.maxDags = maxDags;
  }

  /**
   * Loads all classes needed to read, which takes far longer than a reading; call it before the
   * first reading is waited for.
   *
   * @throws IOException if the file system does not respond
   */
  public void prepare() throws IOException {
    String nothing = "";
    read(nothing);
    HistoryCodec.read(nothing, HistoryCodec.write(nothing, Collections.emptyMap()));
  }

  /**
   * Reads the history of a DAG.
   *
   * @param dag the pattern of its name
   * @return by vertex; empty if there is none
   * @throws CorruptHistoryException if the file is invalid: {@link #add} then starts a new one
   * @throws HistoryOwnershipException if others could have written it; nothing is stored there
   *     either
   * @throws IOException if it cannot be read now
   */
  public Map<String, VertexHistory> read(String dag) throws IOException {
    Path file = file(dag);
    FSDataInputStream in;
    try {
      requireOwnDirectory();
      requireOwn(statusOf(file));
      in = files.open(file);
    } catch (FileNotFoundException e) {
      return Collections.emptyMap();
    }
    try (FSDataInputStream open = in) {
      return HistoryCodec.read(dag, toEnd(open));
    } catch (CorruptHistoryException | ChecksumException e) {
      throw new CorruptHistoryException(file + " is damaged and not used: " + e.getMessage(), e);
    }
  }

  /** Reads the open file to its end: one that replaces it meanwhile may have another length. */
  private static byte[] toEnd(InputStream in) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    byte[] part = new byte[8192];
    for (int read = in.read(part); read >= 0; read = in.read(part)) {
      text.write(part, 0, read);
      if (text.size() > MAX_BYTES) {
        throw new CorruptHistoryException("it is longer than any history", null);
      }
    }
    return text.toByteArray();
  }

  /**
   * Adds a run.
   *
   * @param vertices summaries to store, by vertex; does nothing if empty
   * @throws IOException if it cannot be written, or the existing file cannot be read now; that file
   *     is kept
   */
  public void add(String dag, Map<String, VertexRunSummary> vertices) throws IOException {
    if (vertices.isEmpty()) {
      return;
    }
    Map<String, VertexHistory> all = merged(readable(dag), vertices);
    makeDirectory();
    Path unfinished = new Path(directory, UUID.randomUUID() + UNFINISHED);
    try {
      try (FSDataOutputStream out = files.create(unfinished, EnumSet.of(CreateFlag.CREATE))) {
        out.write(HistoryCodec.write(dag, all));
      }
      files.rename(unfinished, file(dag), Options.Rename.OVERWRITE);
    } catch (IOException | RuntimeException e) {
      discard(unfinished);
      throw e;
    }
    try {
      prune();
    } catch (IOException e) { // the next write prunes
      LOG.debug("Not all of {} was checked", directory, e);
    }
  }

  private void makeDirectory() throws IOException {
    if (!files.util().exists(shared)) {
      files.mkdir(shared, SHARED, true);
      files.setPermission(shared, SHARED); // regardless of this user's umask
    }
    files.mkdir(directory, OWN, true); // also if it was created meanwhile
    requireOwnDirectory();
  }

  /**
   * Checks that the directory is exclusive to this user. Every user may create directories beside
   * it, and so this one before its user does, to read or to plant histories.
   *
   * @throws HistoryOwnershipException if it is not this user's alone
   */
  private void requireOwnDirectory() throws IOException {
    FileStatus status = statusOf(directory);
    if (!status.isDirectory() || status.isSymlink()) {
      throw new HistoryOwnershipException(directory + " is not a directory: remove it.");
    }
    requireOwn(status);
    FsPermission permission = status.getPermission();
    if (permission.getGroupAction() != FsAction.NONE
        || permission.getOtherAction() != FsAction.NONE) {
      throw new HistoryOwnershipException(
          directory
              + " is open to others with permission "
              + permission
              + ": remove its content, which others may have written, and chmod 700 it.");
    }
  }

  /** Returns the status of the path itself: a symbolic link is not followed. */
  private FileStatus statusOf(Path path) throws IOException {
    Path qualified = files.makeQualified(path);
    return "file".equals(qualified.toUri().getScheme())
        ? localStatus(qualified)
        : files.getFileLinkStatus(path);
  }

  /**
   * Reads a local status directly: Hadoop's own local file system follows links in paths with a
   * scheme, and starts a process to find the owner, which fails if the file is replaced meanwhile.
   */
  private static FileStatus localStatus(Path path) throws IOException {
    PosixFileAttributes found;
    try {
      found =
          Files.readAttributes(
              Paths.get(path.toUri().getPath()),
              PosixFileAttributes.class,
              LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException(e.getMessage());
    }
    return new FileStatus(
        found.size(),
        found.isDirectory(),
        1,
        1,
        found.lastModifiedTime().toMillis(),
        found.lastAccessTime().toMillis(),
        FsPermission.valueOf("-" + PosixFilePermissions.toString(found.permissions())),
        found.owner().getName(),
        found.group().getName(),
        found.isSymbolicLink() ? path : null,
        path);
  }

  /** Checks the owner. A symbolic link belongs to its creator, and so may lead anywhere. */
  private void requireOwn(FileStatus status) throws IOException {
    if (status.isSymlink()) {
      throw new HistoryOwnershipException(status.getPath() + " is a symbolic link: remove it.");
    }
    if (!status.getOwner().equals(user) && !status.getOwner().equals(PROCESS_USER)) {
      throw new HistoryOwnershipException(
          status.getPath()
              + " belongs to "
              + status.getOwner()
              + " and not to "
              + user
              + ": have an administrator remove it.");
    }
  }

  private Map<String, VertexHistory> readable(String dag) throws IOException {
    try {
      return read(dag);
    } catch (CorruptHistoryException e) {
      LOG.warn("The history of {} is replaced, since it is damaged.", dag, e);
      return Collections.emptyMap();
    }
  }

  private static Map<String, VertexHistory> merged(
      Map<String, VertexHistory> before, Map<String, VertexRunSummary> latest) {
    Map<String, VertexHistory> all = new LinkedHashMap<>();
    latest.forEach(
        (name, run) -> {
          if (all.size() < MAX_VERTICES) {
            all.put(name, before.getOrDefault(name, VertexHistory.NONE).with(run));
          }
        });
    before.forEach(
        (name, past) -> {
          if (all.size() < MAX_VERTICES) {
            all.putIfAbsent(name, past);
          }
        });
    return all;
  }

  /**
   * Removes the oldest histories beyond the limit. Must be called right after a file was written,
   * which shows the file system's time: this host's may differ. Other processes may prune at the
   * same time, so a missing file is no failure.
   */
  private void prune() throws IOException {
    List<FileStatus> kept = new ArrayList<>();
    List<FileStatus> left = new ArrayList<>();
    RemoteIterator<FileStatus> found = files.listStatus(directory);
    while (found.hasNext()) {
      FileStatus file = found.next();
      if (isOurs(file, KEPT)) {
        kept.add(file);
      } else if (isOurs(file, LEFT)) {
        left.add(file);
      }
    }
    kept.sort(Comparator.comparingLong(FileStatus::getModificationTime));
    long nowMs = kept.isEmpty() ? 0 : kept.get(kept.size() - 1).getModificationTime();
    for (FileStatus file : left) {
      if (nowMs - file.getModificationTime() > UNFINISHED_AFTER_MS) {
        discard(file.getPath());
      }
    }
    for (FileStatus oldest : kept.subList(0, Math.max(0, kept.size() - maxDags))) {
      discard(oldest.getPath());
    }
  }

  private static boolean isOurs(FileStatus file, Pattern name) {
    return file.isFile() && name.matcher(file.getPath().getName()).matches();
  }

  private void discard(Path file) {
    try {
      files.delete(file, false);
    } catch (IOException e) {
      LOG.debug("{} was not deleted", file, e);
    }
  }

  private Path file(String dag) {
    return new Path(directory, DagNamePattern.digest(dag) + SUFFIX);
  }
}
