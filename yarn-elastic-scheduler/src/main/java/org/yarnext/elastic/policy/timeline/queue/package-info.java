// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs and their queues: what each queue's share is, and whose turn it is to get free room. Uses no
 * other package.
 */
package org.yarnext.elastic.policy.timeline.queue;
