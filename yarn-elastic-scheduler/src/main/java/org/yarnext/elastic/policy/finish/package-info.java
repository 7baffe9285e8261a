// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The order of jobs by their finish under fair sharing. Uses {@code policy.timeline.queue}. Plain
 * Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy.finish;
