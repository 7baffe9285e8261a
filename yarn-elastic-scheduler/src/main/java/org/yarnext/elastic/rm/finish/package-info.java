// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Orders jobs by fair finish: reads the remaining work of each job, and calls the policy. Uses
 * {@code rm.timeline}, {@code rm.profile} and {@code rm.metrics}.
 */
package org.yarnext.elastic.rm.finish;
