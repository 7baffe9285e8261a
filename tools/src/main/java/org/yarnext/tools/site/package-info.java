// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * An operator's Hadoop configuration directory: its files, its values, and the pack's features in
 * it.
 */
package org.yarnext.tools.site;
