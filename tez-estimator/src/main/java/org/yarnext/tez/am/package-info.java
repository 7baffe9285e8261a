// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks of the Tez Application Master: its task scheduler and the run time estimator of its
 * speculator. Uses every package below it, the module's policies and histories.
 */
package org.yarnext.tez.am;
