// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Records of finished runs that the readers of histories create, and classes for reading files
 * safely. Uses no other package of histories.
 */
package org.yarnext.tools.history.record;
