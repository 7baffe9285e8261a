// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Views of a job and its attempts: description, pending requests and pending maps. Uses no other
 * package of the schedulers.
 */
package org.yarnext.elastic.rm.job;
