// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The reports that clients get of waiting jobs, and the filters of what they list. Uses {@code
 * router.submission}.
 */
package org.yarnext.federation.router.report;
