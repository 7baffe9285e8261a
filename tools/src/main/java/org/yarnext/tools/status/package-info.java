// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Shows the activity and health of the features on a running cluster. Checks and tables are pure
 * functions of the daemons' answers.
 */
package org.yarnext.tools.status;
