// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks of the Router: the choice of homes, and jobs that wait until their gang fits. Uses the
 * packages below it.
 */
package org.yarnext.federation.router;
