// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the histories of finished jobs and reads each with the reader of its framework. Uses {@code
 * history.mapreduce}, {@code history.tez} and {@code history.record}.
 */
package org.yarnext.tools.history;
