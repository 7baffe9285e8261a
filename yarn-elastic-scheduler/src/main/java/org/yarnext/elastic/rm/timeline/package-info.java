// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots of the running and waiting tasks in the cluster, and the estimated ends of jobs. Uses
 * {@code rm.profile} and the pure timeline.
 */
package org.yarnext.elastic.rm.timeline;
