// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Code that all features share. This package has the mode of a feature; the packages below have
 * configuration, decisions, the guard, metrics and more.
 */
package org.yarnext.common;
