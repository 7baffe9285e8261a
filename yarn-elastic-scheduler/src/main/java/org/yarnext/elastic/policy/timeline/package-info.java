// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The running and waiting tasks of the cluster over time, from which the ends of jobs are
 * estimated. Uses {@code policy.timeline.queue}. Plain Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy.timeline;
