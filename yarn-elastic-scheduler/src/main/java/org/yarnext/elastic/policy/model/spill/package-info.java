// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Models of how much MapReduce, Tez and Spark tasks spill to disk, given their settings and memory.
 * Uses the contract and the validators of {@code policy.model}.
 */
package org.yarnext.elastic.policy.model.spill;
