// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The hooks that load in the NodeManager, installed and removed as a whole: its launcher, its
 * auxiliary service, and the handlers in front of stock's components. Uses the packages below it,
 * {@code allocation}, {@code application} and policies.
 */
package org.yarnext.mercury.nm;
