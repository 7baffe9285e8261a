// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

/**
 * Writes to the audit log of a daemon. Implementations are thread-safe and must not throw. Fields
 * may hold anything: {@link #field} makes them safe.
 */
public interface AuditLog {
  /** Maximum length of a field in the log. */
  int MAX_FIELD = 1_000;

  /**
   * Records a successful operation.
   *
   * @param user null if unknown
   * @param target the object of the operation, with the address of the caller
   */
  void success(String user, String operation, String target);

  /**
   * Records an operation that was refused or failed.
   *
   * @param user null if unknown
   * @param target the object of the operation, with the address of the caller
   */
  void failure(String user, String operation, String target, String reason);

  /**
   * Returns text that cannot end a line or a field of the log, shortened to {@link #MAX_FIELD}
   * characters.
   *
   * @param text null for an empty field
   */
  static String field(String text) {
    if (text == null) {
      return "";
    }
    String part = text.length() > MAX_FIELD ? text.substring(0, MAX_FIELD - 3) + "..." : text;
    // Control characters, the separators of lines and paragraphs, and invisible format characters.
    return part.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}]", "?");
  }
}
