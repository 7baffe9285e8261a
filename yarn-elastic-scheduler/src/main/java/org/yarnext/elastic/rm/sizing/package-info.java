// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The size that a task is placed with on one node, and the components that decide it. Uses {@code
 * rm.timeline} and what is below.
 */
package org.yarnext.elastic.rm.sizing;
