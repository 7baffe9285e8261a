// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that compiled classes fit the version of Hadoop on a class path. Uses no other package of
 * the tools.
 */
package org.yarnext.tools.linkage;
