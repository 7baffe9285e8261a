// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Run times of containers: measured, declared and estimated ones, their encoding, and trust in
 * those that applications declare. Uses {@code policy.snapshot}.
 */
package org.yarnext.mercury.policy.estimate;
