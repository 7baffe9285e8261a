// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The handlers of container events in front of stock's container scheduler, with their state and
 * metrics. Uses {@code nm.overallocation}, {@code nm.store}, {@code application} and policies.
 */
package org.yarnext.mercury.nm.scheduler;
