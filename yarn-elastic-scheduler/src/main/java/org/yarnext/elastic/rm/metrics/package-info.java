// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Counters and decision log of elastic placement, and the history of decisions by which it explains
 * containers. Uses {@code rm.job}.
 */
package org.yarnext.elastic.rm.metrics;
