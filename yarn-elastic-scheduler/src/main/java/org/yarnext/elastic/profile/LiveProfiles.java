// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.elastic.policy.profile.Profiles;

/**
 * Profiles in use: those of the latest valid version of the profile file.
 *
 * <p>A file that is bad, or gone, leaves the profiles as they were; that is logged once for each
 * such file. Thread-safe: {@link #current} does no I/O and never waits; {@link #poll} does and is
 * meant for a periodic thread.
 */
public final class LiveProfiles {
  private static final Logger LOG = LoggerFactory.getLogger(LiveProfiles.class);

  private final Path file;
  private volatile Profiles current = Profiles.NONE;
  private volatile String problem;
  private String readVersion;

  /**
   * Starts without profiles; the first {@link #poll} reads the file.
   *
   * @param file null if there is none
   */
  public LiveProfiles(Path file) {
    this.file = file;
  }

  /** Returns the profiles in use; never null. Call it once per decision. */
  public Profiles current() {
    return current;
  }

  /** Returns why the current file is not in use; null if it is, or if there is none. */
  public String problem() {
    return problem;
  }

  /**
   * Reads the file if it has changed.
   *
   * @return true if {@link #current} has changed; false for a file that was only written again
   */
  public synchronized boolean poll() {
    if (file == null) {
      return false;
    }
    try {
      String version = version();
      if (version.equals(readVersion)) {
        return false;
      }
      Profiles read = ProfileFile.read(file);
      boolean changed = !ProfileFile.isSame(read, current);
      if (changed || problem != null) {
        LOG.info("{} profiles read from {}", read.all().size(), file);
      }
      readVersion = version;
      current = read;
      problem = null;
      return changed;
    } catch (RefusedProfilesException e) {
      keep(e.getMessage());
    } catch (NoSuchFileException e) {
      keep("Profile file " + file + " does not exist: create it or correct its path.");
    } catch (IOException e) {
      keep("Profile file " + file + " cannot be read (" + e + "): let this daemon's user read it.");
    }
    return false;
  }

  private String version() throws IOException {
    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
    return is.lastModifiedTime() + " " + is.size() + " " + is.fileKey();
  }

  private void keep(String message) {
    readVersion = null;
    if (!Objects.equals(message, problem)) {
      problem = message;
      LOG.warn("{} The {} profiles read before stay in use.", message, current.all().size());
    }
  }
}
