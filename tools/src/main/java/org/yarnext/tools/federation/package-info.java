// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Commands that show and publish the records of a federation's daemons: policies of queues, quotas
 * of gangs, and shares.
 */
package org.yarnext.tools.federation;
