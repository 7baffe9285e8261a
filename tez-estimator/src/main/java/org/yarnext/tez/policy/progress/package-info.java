// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates the total run time of a running attempt from the progress that it reports. Uses {@code
 * policy.estimate}.
 */
package org.yarnext.tez.policy.progress;
