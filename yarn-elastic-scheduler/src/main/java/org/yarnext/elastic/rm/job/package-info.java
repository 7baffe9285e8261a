// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A job and its attempts, as far as others read them: description, open requests, whether maps are
 * left. Uses no other package of the schedulers.
 */
package org.yarnext.elastic.rm.job;
