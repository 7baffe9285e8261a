// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

/** Distance from the requested hosts up to which a scheduler may allocate its share. */
public enum RelaxationLevel {
  HOST,
  RACK,
  /** The scheduler decides itself. */
  ANY
}
