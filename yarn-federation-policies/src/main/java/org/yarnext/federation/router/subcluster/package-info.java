// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Calls to the ResourceManagers of sub-clusters: they submit jobs to their home, look them up, and
 * read rights on queues. Uses {@code router.submission}.
 */
package org.yarnext.federation.router.subcluster;
