// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Protection of single jobs: the schedule that stock would make, and the nodes kept for jobs that
 * are behind it. Plain Java: no server class, clock or I/O.
 */
package org.yarnext.elastic.policy.protection;
