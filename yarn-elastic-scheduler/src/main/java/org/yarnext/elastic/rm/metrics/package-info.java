// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The counters and the log of decisions of elastic placement, and its reasons. Uses {@code rm.job}.
 */
package org.yarnext.elastic.rm.metrics;
