// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Guaranteed containers that leave a part of what they were given unused, and opportunistic ones
 * beside them.
 */
package org.yarnext.benchmarks.idle;
