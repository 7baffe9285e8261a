// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of elastic memory: every key once, checked, and turned into the policies that
 * it selects. Uses policies; every other package of the module except the policies may use it.
 */
package org.yarnext.elastic;
