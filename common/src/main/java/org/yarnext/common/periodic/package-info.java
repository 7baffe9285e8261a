// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The only threads that the pack starts in daemons, besides the guard's: periodic work, and threads
 * for calls that may block.
 */
package org.yarnext.common.periodic;
