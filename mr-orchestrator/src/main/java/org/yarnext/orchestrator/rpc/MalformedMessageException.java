// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import java.io.IOException;

/** Thrown if a message of the orchestrator lacks a field or contains an impossible value. */
public final class MalformedMessageException extends IOException {
  private static final long serialVersionUID = 1L;

  public MalformedMessageException(String message) {
    super(message);
  }
}
