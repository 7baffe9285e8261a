// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.function.UnaryOperator;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.elastic.profile.RefusedProfilesException;
import org.yarnext.tools.DurableFile;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.site.SiteDirectory;

/**
 * File to which a command adds profiles, and which may already hold profiles of other authors.
 * Immutable.
 */
final class ProfileOutput {
  private final Path file;

  ProfileOutput(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /**
   * Reads the profiles that are in the file now.
   *
   * @throws ToolException if it cannot be extended; the message says why
   */
  Profiles read() throws IOException, ToolException {
    if (!Files.exists(file)) {
      Path directory = file.toAbsolutePath().getParent();
      if (directory == null || !Files.isDirectory(directory)) {
        throw new ToolException("There is no directory " + directory + ": create it first.");
      }
      return Profiles.NONE;
    }
    if (Files.isDirectory(file)) {
      throw new ToolException(file + " is a directory: give the name of a file in it.");
    }
    try {
      return ProfileFile.read(file);
    } catch (RefusedProfilesException e) {
      throw new ToolException(e.getMessage() + " Or give another file with --out.", e);
    }
  }

  /**
   * Changes the profiles that are in the file now: others may have changed it meanwhile. Keeps the
   * previous version as {@code FILE.before}. The file keeps its rights; a new one gets those of
   * yarn-site.xml beside it.
   *
   * @return false if nothing was written, because the file has the same profiles already
   */
  boolean write(UnaryOperator<Profiles> change) throws IOException, ToolException {
    Profiles before = read();
    Profiles after = change.apply(before);
    boolean exists = Files.exists(file);
    if (exists && ProfileFile.isSame(before, after)) {
      return false;
    }
    if (exists) {
      Path backup = file.resolveSibling(file.getFileName() + ".before");
      Files.copy(file, backup, StandardCopyOption.REPLACE_EXISTING);
    }
    Path target = exists ? file.toRealPath() : file.toAbsolutePath(); // a link stays one
    Path next = target.resolveSibling(target.getFileName() + ".next");
    ProfileFile.write(next, after);
    DurableFile.force(next); // the state of a watch is, and says that the histories are read
    Path model = exists ? target : target.resolveSibling(SiteDirectory.YARN);
    if (Files.exists(model)) {
      setRights(next, model);
    }
    Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return true;
  }

  /**
   * Gives a file the permissions of another and, as far as this user may, its owner: the
   * ResourceManager must be able to read it regardless of the umask.
   */
  private static void setRights(Path file, Path model) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    PosixFileAttributes rights = Files.readAttributes(model, PosixFileAttributes.class);
    view.setPermissions(rights.permissions());
    try {
      view.setGroup(rights.group());
      view.setOwner(rights.owner());
    } catch (IOException e) {
      return; // only root may give a file away
    }
  }
}
