// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the profiles of a job's tasks, and tracks whether they prove right. Uses {@code rm.host}
 * and {@code rm.job}.
 */
package org.yarnext.elastic.rm.profile;
