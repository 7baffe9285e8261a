// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.exc.WstxLazyException;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.yarnext.common.conf.NameSuggester;
import org.yarnext.tools.ToolException;

/**
 * Text of a Hadoop configuration file with the positions of its properties, so that a value can be
 * replaced without rewriting the rest. Immutable.
 */
public final class SiteFile {
  private static final Pattern ENCODING =
      Pattern.compile("<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");
  private static final byte[][] MARKS = {
    {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, {(byte) 0xFE, (byte) 0xFF}, {(byte) 0xFF, (byte) 0xFE}
  };
  private static final Charset[] MARKED = {
    StandardCharsets.UTF_8, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE
  };
  private static final List<String> PARTS = Arrays.asList("name", "value", "final");
  private static final XMLInputFactory PARSERS = parsers();

  private final String name;
  private final byte[] mark;
  private final Charset charset;
  private final String text;
  private final List<SiteEntry> entries = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();
  private int contentStart = -1;
  private int contentEnd = -1;
  private int lastInclude = -1;

  private SiteFile(String name, byte[] mark, Charset charset, String text) {
    this.name = name;
    this.mark = mark;
    this.charset = charset;
    this.text = text;
  }

  private static XMLInputFactory parsers() {
    XMLInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XMLResolver nothing = (pub, system, base, space) -> new ByteArrayInputStream(new byte[0]);
    factory.setProperty(WstxInputProperties.P_DTD_RESOLVER, nothing);
    return factory;
  }

  /**
   * Reads a file.
   *
   * @param name the file's name for messages
   * @throws ToolException if it is not a configuration file, or not in the encoding that it
   *     declares
   */
  public static SiteFile read(String name, byte[] bytes) throws ToolException {
    byte[] mark = new byte[0];
    Charset charset = null;
    for (int i = 0; i < MARKS.length; i++) {
      int length = MARKS[i].length;
      if (bytes.length >= length && Arrays.equals(Arrays.copyOf(bytes, length), MARKS[i])) {
        mark = MARKS[i];
        charset = MARKED[i];
      }
    }
    byte[] rest = Arrays.copyOfRange(bytes, mark.length, bytes.length);
    if (charset == null) {
      charset = declared(name, rest);
    }
    String text = new String(rest, charset);
    if (!Arrays.equals(text.getBytes(charset), rest)) {
      throw new ToolException(
          name + " is not encoded in " + charset + ", as it should be: correct its encoding.");
    }
    SiteFile file = new SiteFile(name, mark, charset, text);
    file.parse();
    return file;
  }

  private static Charset declared(String name, byte[] bytes) throws ToolException {
    String start = new String(bytes, 0, Math.min(bytes.length, 256), StandardCharsets.ISO_8859_1);
    Matcher encoding = ENCODING.matcher(start);
    try {
      return encoding.lookingAt() ? Charset.forName(encoding.group(1)) : StandardCharsets.UTF_8;
    } catch (IllegalArgumentException e) {
      throw new ToolException(
          name + " declares the unknown encoding " + encoding.group(1) + ": correct it.", e);
    }
  }

  /** Returns this file with another text. */
  SiteFile with(String other) throws ToolException {
    SiteFile file = new SiteFile(name, mark, charset, other);
    file.parse();
    return file;
  }

  /** Returns the file's bytes, with its encoding and byte order mark. */
  public byte[] bytes() {
    byte[] body = text.getBytes(charset);
    byte[] all = Arrays.copyOf(mark, mark.length + body.length);
    System.arraycopy(body, 0, all, mark.length, body.length);
    return all;
  }

  public String text() {
    return text;
  }

  Charset charset() {
    return charset;
  }

  /** Returns the line separator. */
  String lineEnd() {
    int at = text.indexOf('\n');
    return at > 0 && text.charAt(at - 1) == '\r' ? "\r\n" : "\n";
  }

  /** Returns the properties in the order of the text; a name may appear twice. */
  public List<SiteEntry> entries() {
    return Collections.unmodifiableList(entries);
  }

  /**
   * Returns a sentence for each element that Hadoop ignores, such as one whose name is misspelt.
   */
  public List<String> ignored() {
    return Collections.unmodifiableList(ignored);
  }

  /**
   * Returns the property that Hadoop uses for the key: the first final one, otherwise the last;
   * null if there is none.
   */
  public SiteEntry entry(String key) {
    SiteEntry found = null;
    for (SiteEntry entry : entries) {
      if (key.equals(entry.name())) {
        found = entry;
        if (entry.isFinal()) {
          break;
        }
      }
    }
    return found;
  }

  /** Returns whether an XInclude follows the property and may override it. */
  boolean isIncludedAfter(SiteEntry entry) {
    return entry.start() < lastInclude;
  }

  /** Returns the text of a property with the comments and white space before it. */
  String withComments(SiteEntry entry) {
    int at = entries.indexOf(entry);
    return text.substring(at == 0 ? contentStart : entries.get(at - 1).end(), entry.end());
  }

  /** Returns the offset of the end tag of the configuration element, in characters. */
  int contentEnd() {
    return contentEnd;
  }

  /**
   * Returns whether the element is {@code <configuration/>}; its content then ends before the
   * slash.
   */
  boolean isEmptyElement() {
    return text.charAt(contentEnd) == '/';
  }

  private void parse() throws ToolException {
    try {
      XMLStreamReader2 reader =
          (XMLStreamReader2) PARSERS.createXMLStreamReader(new StringReader(text));
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          if (!reader.getLocalName().equals("configuration")) {
            throw new ToolException(
                name
                    + " must have the root element configuration, not "
                    + reader.getLocalName()
                    + ".");
          }
          content(reader);
        }
      }
    } catch (XMLStreamException | WstxLazyException e) {
      throw new ToolException(name + " is not well-formed XML: " + e.getMessage(), e);
    }
  }

  private void content(XMLStreamReader2 reader) throws XMLStreamException {
    contentStart = endOf(reader);
    boolean isEmpty = reader.isEmptyElement();
    while (reader.next() != XMLStreamConstants.END_ELEMENT) {
      if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
        String element = reader.getLocalName();
        if (element.equals("property")) {
          property(reader);
        } else {
          if (element.equals("include")) {
            lastInclude = startOf(reader);
          } else if (!element.equals("configuration")) {
            ignore(reader, "The element " + element + " is not property or include");
          }
          reader.skipElement();
        }
      }
    }
    contentEnd = isEmpty ? contentStart - 2 : startOf(reader);
  }

  private void property(XMLStreamReader2 reader) throws XMLStreamException {
    int start = startOf(reader);
    int line = reader.getLocation().getLineNumber();
    String key = reader.getAttributeValue(null, "name");
    String value = reader.getAttributeValue(null, "value");
    String isFinal = reader.getAttributeValue(null, "final");
    int valueStart = -1;
    int valueEnd = -1;
    while (reader.next() != XMLStreamConstants.END_ELEMENT) {
      if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
        String element = reader.getLocalName();
        int elementStart = startOf(reader);
        String content = content(reader, new StringBuilder());
        if (element.equals("name")) {
          if (key != null) {
            ignore(reader, "The property " + key + " has a second name, " + content.trim());
          }
          key = content.trim();
        } else if (element.equals("value")) {
          value = content;
          valueStart = elementStart;
          valueEnd = endOf(reader);
        } else if (element.equals("final")) {
          isFinal = content;
          if (!content.trim().matches("true|false")) {
            ignore(reader, "The element final is \"" + content.trim() + "\", not true or false");
          }
        } else if (NameSuggester.near(element, PARTS, 2) != null) {
          ignore(reader, "The element " + element + " is not name, value or final");
        }
      }
    }
    if (key == null) {
      ignored.add("The property in line " + line + " has no name.");
    } else if (value == null) {
      ignored.add("The property " + key + " in line " + line + " has no value.");
    }
    if (key != null) {
      entries.add(
          new SiteEntry(
              key,
              value,
              isFinal != null && isFinal.trim().equals("true"),
              start,
              endOf(reader),
              valueStart,
              valueEnd));
    }
  }

  private void ignore(XMLStreamReader2 reader, String what) {
    ignored.add(what + " (line " + reader.getLocation().getLineNumber() + ").");
  }

  /** Returns the text in an element, up to its end. */
  private static String content(XMLStreamReader2 reader, StringBuilder content)
      throws XMLStreamException {
    while (reader.next() != XMLStreamConstants.END_ELEMENT) {
      int event = reader.getEventType();
      if (event == XMLStreamConstants.START_ELEMENT) {
        content(reader, content);
      } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
        content.append(reader.getText());
      }
    }
    return content.toString();
  }

  private static int startOf(XMLStreamReader2 reader) {
    return (int) reader.getLocationInfo().getStartingCharOffset();
  }

  private static int endOf(XMLStreamReader2 reader) throws XMLStreamException {
    return (int) reader.getLocationInfo().getEndingCharOffset();
  }
}
