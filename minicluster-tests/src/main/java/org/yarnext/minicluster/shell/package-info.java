// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Applications of shell commands whose master runs in this process or in a container. The times of
 * every attempt are recorded.
 */
package org.yarnext.minicluster.shell;
