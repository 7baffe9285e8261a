// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a NodeManager learns of run times and demand, and the files that keep it across restarts.
 * Uses policies and no other package of the NodeManager.
 */
package org.yarnext.mercury.nm.store;
