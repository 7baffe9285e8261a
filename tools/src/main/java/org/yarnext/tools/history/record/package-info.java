// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What readers of histories have in common: the records that they make, and what helps to read them
 * safely. Uses no other package of histories.
 */
package org.yarnext.tools.history.record;
