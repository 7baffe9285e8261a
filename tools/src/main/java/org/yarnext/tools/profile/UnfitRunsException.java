// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

/** Says why no profile can be made of the runs there are, and what to run instead. */
final class UnfitRunsException extends Exception {
  private static final long serialVersionUID = 1L;

  UnfitRunsException(String message) {
    super(message);
  }
}
