// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The threads that our code starts in daemons: periodic work, and pools for calls that may block.
 */
package org.yarnext.common.periodic;
