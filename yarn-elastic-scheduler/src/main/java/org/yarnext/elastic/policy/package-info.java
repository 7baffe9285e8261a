// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Policies that choose the memory of a task on a node without room for its regular size. Uses
 * {@code policy.heap} and {@code policy.model}. Plain Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy;
