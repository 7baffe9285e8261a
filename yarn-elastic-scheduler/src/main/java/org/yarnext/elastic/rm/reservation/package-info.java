// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Which nodes are kept for waiting tasks, who else may use them, and which need not be offered.
 * Uses {@code rm.sizing} and what is below.
 */
package org.yarnext.elastic.rm.reservation;
