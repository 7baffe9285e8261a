// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Classes that all commands for operators use: findings, errors, exit codes, durable files and
 * clients of daemons. Uses no other package of the tools, and nothing in a daemon depends on it.
 */
package org.yarnext.tools;
