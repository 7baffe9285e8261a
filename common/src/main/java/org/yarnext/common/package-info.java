// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Code shared by all features: the mode, and below it configuration, decisions, guard and metrics.
 */
package org.yarnext.common;
