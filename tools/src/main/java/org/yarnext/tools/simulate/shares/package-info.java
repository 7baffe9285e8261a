// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Comparison of methods to determine queues' shares over many generated set-ups (Hydra Figure 5).
 */
package org.yarnext.tools.simulate.shares;
