// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

/** The locality of a granted container: Hydra's quality of placement (4.1.1). */
public enum PlacementLocality {
  /** On a host that was asked for. */
  HOST,
  /** In a rack that was asked for, not on such a host. */
  RACK,
  /** In neither, though some were asked for. */
  FAR,
  /** Nothing was asked for but anywhere. */
  NO_PREFERENCE
}
