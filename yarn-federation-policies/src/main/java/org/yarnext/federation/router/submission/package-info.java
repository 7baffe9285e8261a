// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Submissions that declare a gang: their parsing, encoding and a cache of recent ones. Uses no
 * other package of the Router.
 */
package org.yarnext.federation.router.submission;
