// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Classes that tasks load, on their own class path. Uses {@code policy.heap} and MapReduce, and no
 * class of a daemon.
 */
package org.yarnext.elastic.task;
