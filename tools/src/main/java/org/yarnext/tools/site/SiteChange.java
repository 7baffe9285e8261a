// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.yarnext.tools.DurableFile;
import org.yarnext.tools.ToolException;

/**
 * Atomic change of several files in a configuration directory. New files are written beside the old
 * ones first; then a journal lists the files that they replace; only then they are renamed. {@link
 * #recover} completes an interrupted change; before the journal exists, nothing has changed. Not
 * thread-safe.
 */
public class SiteChange {
  private static final String JOURNAL = ".yarnext-journal";
  private static final String NEXT = ".yarnext-next";
  private static final String ABSENT = "-";
  private static final String REPLACE = "replace";
  private static final String DELETE = "delete";

  /** The change of one file. */
  private static final class Entry {
    private final String action;
    private final String before;
    private final Path file;

    Entry(String action, String before, Path file) {
      this.action = action;
      this.before = before;
      this.file = file;
    }

    String line() {
      return String.join("\t", action, before, file.toString());
    }
  }

  private final Path directory;
  private final List<Entry> entries = new ArrayList<>();

  /** Makes an empty change. */
  public SiteChange(Path directory) {
    this.directory = directory;
  }

  /**
   * Adds the replacement or creation of a file. A replaced file keeps its owner and permissions, a
   * new one gets those of yarn-site.xml beside it. A link stays a link to the same file.
   */
  public void replace(Path file, byte[] bytes) throws IOException {
    Path target = real(file);
    step();
    Path model = Files.exists(target) ? target : target.resolveSibling(SiteDirectory.YARN);
    if (Files.exists(model)) {
      DurableFile.writePrivate(next(target), bytes);
      step();
      own(next(target), model);
    } else {
      DurableFile.write(next(target), bytes);
    }
    entries.add(new Entry(REPLACE, digest(target), target));
  }

  /** Adds the removal of a file. */
  public void delete(Path file) throws IOException {
    entries.add(new Entry(DELETE, digest(file), file.toAbsolutePath()));
  }

  /** Makes the change. */
  public void make() throws IOException {
    if (entries.isEmpty()) {
      return;
    }
    List<String> lines = entries.stream().map(Entry::line).collect(Collectors.toList());
    Path journal = directory.resolve(JOURNAL);
    Path next = directory.resolve(JOURNAL + NEXT);
    step();
    DurableFile.write(next, (String.join("\n", lines) + "\n").getBytes(UTF_8));
    step();
    Files.move(next, journal, StandardCopyOption.ATOMIC_MOVE);
    apply();
    step();
    Files.delete(journal);
  }

  private void apply() throws IOException {
    for (Entry entry : entries) {
      step();
      if (entry.action.equals(DELETE)) {
        Files.deleteIfExists(entry.file);
      } else if (Files.exists(next(entry.file))) {
        Files.move(
            next(entry.file),
            entry.file,
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Called before each step that an interruption may leave undone. For tests. */
  void step() throws IOException {}

  /** Returns whether a change of this directory was started and not finished. */
  public static boolean isInterrupted(Path directory) {
    return Files.exists(directory.resolve(JOURNAL));
  }

  /**
   * Finishes an interrupted change, or removes the files of one that had not started.
   *
   * @param isForced whether to replace files that were changed since
   * @return the files of the change; empty if there was none
   * @throws ToolException if a file was changed since, unless forced
   */
  public static List<Path> recover(Path directory, boolean isForced)
      throws IOException, ToolException {
    Path journal = directory.resolve(JOURNAL);
    if (!Files.exists(journal)) {
      discard(directory);
      return new ArrayList<>();
    }
    SiteChange change = new SiteChange(directory);
    for (String line : Files.readAllLines(journal, UTF_8)) {
      String[] words = line.split("\t", 3);
      Entry entry = new Entry(words[0], words[1], Paths.get(words[2]));
      change.entries.add(entry);
      boolean isDue =
          entry.action.equals(REPLACE) ? Files.exists(next(entry.file)) : Files.exists(entry.file);
      if (isDue && !isForced && !digest(entry.file).equals(entry.before)) {
        throw new ToolException(
            entry.file
                + " was edited after an interrupted change of this configuration: save"
                + " your edits, and repeat with --force, which replaces the file.");
      }
    }
    change.apply();
    Files.delete(journal);
    return change.entries.stream().map(entry -> entry.file).collect(Collectors.toList());
  }

  /**
   * Removes the files of a change that failed before it began; does nothing if it has begun.
   *
   * @param failure the reason, which gets what goes wrong here as a suppressed exception
   */
  public static void abandon(Path directory, IOException failure) {
    try {
      if (!isInterrupted(directory)) {
        discard(directory);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static void discard(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.collect(Collectors.toList())) {
        if (file.getFileName().toString().endsWith(NEXT)) {
          Files.delete(file);
        }
        Path next = next(real(file));
        Files.deleteIfExists(next);
      }
    }
  }

  private static Path real(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
  }

  private static Path next(Path file) {
    return file.resolveSibling(file.getFileName() + NEXT);
  }

  private static String digest(Path file) throws IOException {
    return Files.exists(file) ? DigestUtils.sha512Hex(Files.readAllBytes(file)) : ABSENT;
  }

  /** Sets the owner, group and permissions of a file to those of another. */
  private static void own(Path file, Path model) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view == null) {
      return;
    }
    PosixFileAttributes as = Files.readAttributes(model, PosixFileAttributes.class);
    PosixFileAttributes now = view.readAttributes();
    try {
      if (!now.owner().equals(as.owner())) {
        view.setOwner(as.owner());
      }
      if (!now.group().equals(as.group())) {
        view.setGroup(as.group());
      }
    } catch (FileSystemException e) {
      FileSystemException refused =
          new FileSystemException(
              model.toString(),
              null,
              String.format(
                  "the new file must belong to %s:%s as this one does, which needs root or that"
                      + " user",
                  as.owner().getName(), as.group().getName()));
      refused.initCause(e);
      throw refused;
    }
    view.setPermissions(as.permissions());
  }
}
