// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The main class of the command line, which names all commands. Uses every package of a command; no
 * package uses it.
 */
package org.yarnext.tools.cli;
