// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The order of jobs by fair finish: what is left of each job, and the places that follow from it.
 * Uses {@code rm.timeline}, {@code rm.profile} and {@code rm.metrics}.
 */
package org.yarnext.elastic.rm.finish;
