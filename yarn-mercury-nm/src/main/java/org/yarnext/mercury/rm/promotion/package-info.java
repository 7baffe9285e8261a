// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Promotion of running opportunistic containers on the ResourceManager's own initiative. Uses
 * {@code allocation}, {@code application} and policies.
 */
package org.yarnext.mercury.rm.promotion;
