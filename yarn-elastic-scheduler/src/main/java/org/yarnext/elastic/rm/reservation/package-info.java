// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which nodes are kept for waiting tasks, which other jobs may use them, and which nodes
 * need not be offered. Uses {@code rm.sizing} and what is below.
 */
package org.yarnext.elastic.rm.reservation;
