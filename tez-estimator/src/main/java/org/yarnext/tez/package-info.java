// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of the Tez estimator: every key once, with its checked values. Uses common and
 * the module's policies; every other package of the module except the policies may use it.
 */
package org.yarnext.tez;
