// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Learning from containers that end, and tracking of nodes that do not report their ends. Uses the
 * packages of profiles and metrics.
 */
package org.yarnext.elastic.rm.completion;
