// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Shows what the features do on a running cluster and how healthy they are. Rules and tables are
 * pure functions of what the daemons answered.
 */
package org.yarnext.tools.status;
