// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Computes from the settings of MapReduce, Tez and Spark tasks how much they write to disk for want
 * of memory. Uses the contract and the checks of {@code policy.model}.
 */
package org.yarnext.elastic.policy.model.spill;
