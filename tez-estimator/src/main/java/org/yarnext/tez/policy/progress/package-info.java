// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates of how long a running attempt will have run in all when it ends, from the progress it
 * reports. Uses {@code policy.estimate}.
 */
package org.yarnext.tez.policy.progress;
