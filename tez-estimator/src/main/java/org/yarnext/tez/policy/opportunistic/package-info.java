// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Policies of task containers: their execution type, how long to wait for one, and when to release
 * one. Uses {@code policy.estimate}.
 */
package org.yarnext.tez.policy.opportunistic;
