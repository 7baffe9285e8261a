// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads from the kernel where cgroups of versions 1 and 2 are mounted and how much memory they use,
 * and parses its text formats. Writes nothing.
 */
package org.yarnext.common.kernel;
