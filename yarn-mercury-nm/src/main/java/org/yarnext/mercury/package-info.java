// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of Mercury: every key once, checked, and turned into the policies it selects.
 * Uses policies; every other package of the module but these may use it.
 */
package org.yarnext.mercury;
