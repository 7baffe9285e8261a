// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The command that says from finished runs which features would help a cluster, and sets them up.
 */
package org.yarnext.tools.advise;
