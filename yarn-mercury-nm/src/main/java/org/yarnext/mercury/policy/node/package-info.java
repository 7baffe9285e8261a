// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The decisions of one node: which containers it admits, starts, sheds and stops. Uses {@code
 * policy.queue}, {@code policy.shedding}, {@code policy.reclaim} and {@code policy.policing}.
 */
package org.yarnext.mercury.policy.node;
