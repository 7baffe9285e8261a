// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What tasks of MapReduce, Tez and Spark write to disk for want of memory, computed from their
 * settings. Uses the contract and the checks of {@code policy.model}.
 */
package org.yarnext.elastic.policy.model.spill;
