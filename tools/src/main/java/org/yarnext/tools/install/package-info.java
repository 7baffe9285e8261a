// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Puts the plugin jars of a host's roles into its Hadoop, replaces them, and takes them out again.
 */
package org.yarnext.tools.install;
