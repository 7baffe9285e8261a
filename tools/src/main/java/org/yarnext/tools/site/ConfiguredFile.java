// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.yarnext.tools.ToolException;

/**
 * A configuration file with settings that this tool adds and removes. It replaces values of the
 * operator in place, and adds new keys in a block at the end of the file. The block also holds the
 * replaced values, so that the file alone is enough to restore it. Immutable.
 */
public final class ConfiguredFile {
  private static final Pattern BLOCK =
      Pattern.compile(
          "<!-- BEGIN yarnext configure(| in a new file| in an empty element): ([^\\n]*?) -->"
              + "(.*?)<!-- END yarnext configure ([0-9a-f]{8}) -->(\\r\\n|\\n|\\r)?",
          Pattern.DOTALL);
  private static final Pattern REPLACED =
      Pattern.compile("<!-- ([^ ]+) is \"([^\"]*)\" and was \"([^\"]*)\" -->");
  private static final String NEW = "<?xml version=\"1.0\"?>\n<configuration>\n</configuration>\n";

  private final SiteFile original;
  private final boolean isNew;
  private final String state;
  private final boolean isEdited;
  private final Map<String, String> kept;

  private ConfiguredFile(
      SiteFile original, boolean isNew, String state, boolean isEdited, Map<String, String> kept) {
    this.original = original;
    this.isNew = isNew;
    this.state = state;
    this.isEdited = isEdited;
    this.kept = kept;
  }

  /** Returns a file that does not exist yet. */
  public static ConfiguredFile missing(String name) throws ToolException {
    SiteFile empty = SiteFile.read(name, NEW.getBytes(StandardCharsets.UTF_8));
    return new ConfiguredFile(empty, true, "", false, new TreeMap<>());
  }

  /**
   * Parses a file, and separates the operator's text from the added settings.
   *
   * @throws ToolException if the operator's text is not a configuration file
   */
  public static ConfiguredFile of(SiteFile file) throws ToolException {
    Matcher block = BLOCK.matcher(file.text());
    if (!block.find()) {
      return new ConfiguredFile(file, false, "", false, new TreeMap<>());
    }
    String kind = block.group(1);
    String before = file.text().substring(0, block.start());
    String after = file.text().substring(block.end());
    if (kind.endsWith("element")) {
      before = before.substring(0, before.length() - 1);
      after = "/>" + after.substring(after.indexOf('>') + 1);
    }
    SiteFile without = file.with(before + after);
    Map<String, String> kept = new TreeMap<>();
    Matcher replaced = REPLACED.matcher(block.group(3));
    while (replaced.find()) {
      String key = replaced.group(1);
      SiteEntry entry = without.entry(key);
      if (entry != null && entry.isEditable()) {
        String now = without.text().substring(entry.valueStart(), entry.valueEnd());
        String restored =
            now.equals(unescape(replaced.group(2)))
                ? unescape(replaced.group(3))
                : withoutOurs(now, unescape(replaced.group(2)), unescape(replaced.group(3)));
        if (restored.equals(now)) {
          kept.put(key, entry.value());
        }
        without = replace(without, entry, restored);
      }
    }
    boolean isNew = kind.endsWith("file") && without.text().equals(NEW);
    boolean isEdited = !check(block.group(3)).equals(block.group(4));
    return new ConfiguredFile(without, isNew, block.group(2), isEdited, kept);
  }

  /** Returns whether a file has settings that this tool added. */
  public static boolean hasBlock(SiteFile file) {
    return BLOCK.matcher(file.text()).find();
  }

  /** Removes the items that were added from a list that the operator has edited since. */
  private static String withoutOurs(String now, String ours, String was) {
    Set<String> added = new LinkedHashSet<>(items(ours));
    Set<String> before = new LinkedHashSet<>(items(was));
    added.removeAll(before);
    Set<String> left = new LinkedHashSet<>(items(now));
    if (!left.removeAll(added)) {
      return now;
    }
    return left.isEmpty() ? was : "<value>" + String.join(",", left) + "</value>";
  }

  private static List<String> items(String element) {
    String inner =
        element.replaceFirst("(?s)^<value[^>]*?/?>", "").replaceFirst("(?s)</value\\s*>$", "");
    List<String> items = new ArrayList<>();
    for (String item : inner.split(",")) {
      if (!item.trim().isEmpty()) {
        items.add(item.trim());
      }
    }
    return items;
  }

  /** Returns the file without the added settings. */
  public SiteFile original() {
    return original;
  }

  /** Returns whether the file exists only for the added settings. */
  public boolean isNew() {
    return isNew;
  }

  /**
   * Returns the description of the added settings, as given to {@link #with}; empty if there are
   * none.
   */
  public String state() {
    return state;
  }

  /** Returns whether somebody edited the block of settings. */
  public boolean isEdited() {
    return isEdited;
  }

  /** Returns, by key, replaced values that the operator has changed since. */
  public Map<String, String> kept() {
    return kept;
  }

  /**
   * Returns the file with these settings instead of earlier ones.
   *
   * @param about one line that describes the settings; {@link #state} returns it
   * @throws ToolException if the file's encoding lacks a character of the settings
   */
  public SiteFile with(List<Setting> settings, String about) throws ToolException {
    String eol = original.lineEnd();
    StringBuilder records = new StringBuilder();
    StringBuilder added = new StringBuilder();
    SiteFile edited = original;
    for (Setting setting : settings) {
      SiteEntry entry = edited.entry(setting.key());
      if (entry == null || !entry.isEditable() || edited.isIncludedAfter(entry)) {
        added.append(setting.xml());
      } else if (!setting.value().equals(entry.value().trim())) {
        String now = setting.valueElement();
        String was = edited.text().substring(entry.valueStart(), entry.valueEnd());
        records.append(
            String.format(
                "\n  <!-- %s is \"%s\" and was \"%s\" -->",
                setting.key(), escape(now), escape(was)));
        edited = replace(edited, entry, now);
      }
    }
    if (records.length() == 0 && added.length() == 0) {
      return original;
    }
    String gap = added.indexOf("\n") == 0 ? "" : "\n";
    String inner = (records + gap + added).replace("\r", "");
    inner = inner.replaceAll("\n*$", "\n").replace("\n", eol);
    if (!edited.charset().newEncoder().canEncode(inner)) {
      throw new ToolException(
          "A sample has a character that the encoding " + edited.charset() + " lacks.");
    }
    return edited.with(inserted(edited, inner, about));
  }

  private String inserted(SiteFile edited, String inner, String about) {
    String eol = edited.lineEnd();
    boolean isEmpty = edited.isEmptyElement();
    String kind = isNew ? " in a new file" : isEmpty ? " in an empty element" : "";
    String block =
        "<!-- BEGIN yarnext configure"
            + kind
            + ": "
            + about
            + " -->"
            + inner
            + "<!-- END yarnext configure "
            + check(inner)
            + " -->"
            + eol;
    String text = edited.text();
    int at = edited.contentEnd();
    if (isEmpty) {
      return text.substring(0, at) + ">" + block + "</configuration>" + text.substring(at + 2);
    }
    int line = at;
    while (line > 0 && (text.charAt(line - 1) == ' ' || text.charAt(line - 1) == '\t')) {
      line--;
    }
    int place = line > 0 && text.charAt(line - 1) == '\n' ? line : at;
    return text.substring(0, place) + block + text.substring(place);
  }

  private static SiteFile replace(SiteFile file, SiteEntry entry, String element)
      throws ToolException {
    String text = file.text();
    return file.with(
        text.substring(0, entry.valueStart()) + element + text.substring(entry.valueEnd()));
  }

  private static String check(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }

  /** Encodes a text so that it can be quoted in an XML comment. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c == '%' || c == '"' || c < ' ') {
        escaped.append(String.format(Locale.ROOT, "%%%02x", (int) c));
      } else if (c == '-' && escaped.length() > 0 && escaped.charAt(escaped.length() - 1) == '-') {
        escaped.append("%2d");
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static String unescape(String text) {
    Matcher code = Pattern.compile("%([0-9a-f]{2})").matcher(text);
    StringBuffer plain = new StringBuffer();
    while (code.find()) {
      code.appendReplacement(
          plain,
          Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 16))));
    }
    return code.appendTail(plain).toString();
  }
}
