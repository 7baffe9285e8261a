// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Publishes what the daemons of a federation go by: policies of queues, and quotas of gangs. */
package org.yarnext.tools.federation;
