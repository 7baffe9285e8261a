// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Chooses the size with which a task is placed on one node. Uses {@code rm.timeline} and what is
 * below.
 */
package org.yarnext.elastic.rm.sizing;
