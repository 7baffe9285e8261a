/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
