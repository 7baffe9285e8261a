// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reports on waiting jobs for clients, and the filters of their lists. Uses {@code
 * router.submission}.
 */
package org.yarnext.federation.router.report;
