// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The profiles of tasks, found for a job and kept while they prove right. Uses {@code rm.host} and
 * {@code rm.job}.
 */
package org.yarnext.elastic.rm.profile;
