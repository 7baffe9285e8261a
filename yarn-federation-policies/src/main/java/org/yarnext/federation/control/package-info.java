// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Publishes, validates and shows the policies of queues, for the commands of operators and for the
 * daemons that follow them. Uses the configuration, {@code policy.share} and {@code store}.
 */
package org.yarnext.federation.control;
