// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;

/**
 * Reads and writes profiles as a JSON file that people can edit: {@code docs/reference/profiles.md}
 * describes its format. Stateless.
 *
 * <p>A file is taken whole or, if anything in it is wrong, not at all.
 */
public final class ProfileFile {
  /** Version of the format that is written; no other one can be read. */
  public static final int VERSION = 1;

  private static final long LARGEST_BYTES = 8L << 20;

  private static final ObjectMapper JSON =
      new ObjectMapper(
              new JsonFactory()
                  .enable(JsonParser.Feature.ALLOW_COMMENTS)
                  .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.INDENT_OUTPUT);

  private ProfileFile() {}

  /**
   * Reads a file.
   *
   * @param file not null
   * @return in the file's order; never null
   * @throws IOException if it cannot be read; the message or the exception's class says why
   * @throws RefusedProfilesException if it can be read but is invalid
   */
  public static Profiles read(Path file) throws IOException, RefusedProfilesException {
    long bytes = Files.size(file);
    if (bytes > LARGEST_BYTES) {
      throw refused(
          file, "It has " + bytes + " bytes, more than " + LARGEST_BYTES + ": shorten it.");
    }
    ProfileEntries entries = new ProfileEntries();
    try {
      entries.readAll(JSON.readTree(Files.readAllBytes(file)));
    } catch (JsonProcessingException e) {
      throw refused(
          file,
          "It is not JSON, line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr()
              + ": "
              + e.getOriginalMessage()
              + ". Correct it.");
    } catch (StackOverflowError e) { // Hadoop's Jackson reads nested values recursively
      throw refused(file, "It is nested too deeply: an entry holds only numbers and texts.");
    }
    if (!entries.problems().isEmpty()) {
      throw new RefusedProfilesException(file, entries.problems());
    }
    return new Profiles(entries.profiles());
  }

  private static RefusedProfilesException refused(Path file, String problem) {
    return new RefusedProfilesException(file, Collections.singletonList(problem));
  }

  /**
   * Returns the reasons why {@link #read} would refuse a file with this profile: it takes very
   * unlikely numbers for mistakes.
   *
   * @return one clause each, without the full stop; empty if it would accept the profile
   * @throws IllegalArgumentException if the model is of a class that has no format
   */
  public static List<String> problems(TaskProfile profile) {
    return ProfileEntries.problems(profile);
  }

  /**
   * Returns the text of a profile's model in a file, which distinguishes it from other models;
   * excludes the quality of the fit.
   *
   * @throws IllegalArgumentException if the model is of a class that has no format
   */
  public static String modelText(TaskProfile profile) {
    return EntryFormat.writeModel(profile).toString();
  }

  /**
   * Returns whether two files would be equal except for comments.
   *
   * @throws IllegalArgumentException if a model is of a class that has no format
   */
  public static boolean isSame(Profiles one, Profiles another) {
    return entries(one).equals(entries(another));
  }

  private static List<Map<String, Object>> entries(Profiles profiles) {
    return profiles.all().stream().map(ProfileEntries::write).collect(Collectors.toList());
  }

  /**
   * Writes a file atomically: readers see the old or the new one.
   *
   * @param file in a directory that exists; replaced if it exists
   * @param profiles not null, each without {@link #problems}
   * @throws IOException if it cannot be written
   * @throws IllegalArgumentException if a model is of a class that has no format
   */
  public static void write(Path file, Profiles profiles) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.write(next, text(profiles));
    try {
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static byte[] text(Profiles profiles) throws JsonProcessingException {
    ObjectNode root = JSON.createObjectNode();
    root.put(ProfileEntries.VERSION, VERSION);
    ArrayNode array = root.putArray(ProfileEntries.PROFILES);
    for (TaskProfile profile : profiles.all()) {
      ObjectNode entry = array.addObject();
      ProfileEntries.write(profile).forEach(entry::putPOJO);
    }
    return JSON.writeValueAsBytes(root);
  }
}
