// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The handler of container events in front of stock's container scheduler, and what it tracks and
 * counts. Uses {@code nm.store}, {@code application} and policies.
 */
package org.yarnext.mercury.nm.scheduler;
