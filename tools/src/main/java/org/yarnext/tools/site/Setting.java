// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

/** A key that is to have a value in a file. Immutable. */
public final class Setting {
  /** Stands in a template for the element value. */
  static final String VALUE = "\0";

  private final String key;
  private final String value;
  private final String template;

  /**
   * @param template the property with its comments, for where the file has none, with line feeds,
   *     and with {@link #VALUE} for its value
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

  String xml() {
    return template.replace(VALUE, valueElement());
  }

  String valueElement() {
    String escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return "<value>" + escaped + "</value>";
  }
}
