// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reloading of {@code yarn-site.xml} in a running daemon: which keys changed and which wait for a
 * restart. Uses {@code common.conf} and Hadoop's configuration.
 */
package org.yarnext.common.conf.reload;
