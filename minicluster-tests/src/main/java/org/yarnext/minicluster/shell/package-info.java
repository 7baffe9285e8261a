// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Applications of shell commands, mastered from this process or from a container. Every attempt is
 * recorded with its times.
 */
package org.yarnext.minicluster.shell;
