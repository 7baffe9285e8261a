// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

/** The locality of a granted container, Hydra's quality of placement (section 4.1.1). */
public enum PlacementLocality {
  /** On a requested host. */
  HOST,
  /** In a requested rack, not on a requested host. */
  RACK,
  /** On no requested host and in no requested rack, though some were requested. */
  FAR,
  /** No host or rack was requested. */
  NO_PREFERENCE
}
