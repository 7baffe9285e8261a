// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

/** A key and its value for a configuration file. Immutable. */
public final class Setting {
  /** Placeholder in a template for the value element. */
  static final String VALUE = "\0";

  private final String key;
  private final String value;
  private final String template;

  /**
   * @param template the property with its comments, with line feeds and {@link #VALUE} for its
   *     value element; used where the file lacks the key
   */
  public Setting(String key, String value, String template) {
    this.key = key;
    this.value = value;
    this.template = template;
  }

  public String key() {
    return key;
  }

  public String value() {
    return value;
  }

  String template() {
    return template;
  }

  /** Returns the property as XML. */
  String xml() {
    return template.replace(VALUE, valueElement());
  }

  String valueElement() {
    String escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return "<value>" + escaped + "</value>";
  }
}
