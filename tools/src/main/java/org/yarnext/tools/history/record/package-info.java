// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Records that the readers of histories make, and classes with which they read files safely. Uses
 * no other package of histories.
 */
package org.yarnext.tools.history.record;
