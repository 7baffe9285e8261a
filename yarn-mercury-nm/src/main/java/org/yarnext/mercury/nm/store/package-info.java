// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Caches the run times and the demand that a NodeManager has learned, and stores them in files that
 * survive restarts. Uses policies and no other package of the NodeManager.
 */
package org.yarnext.mercury.nm.store;
