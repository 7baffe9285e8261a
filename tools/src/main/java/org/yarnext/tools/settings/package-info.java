// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Changes settings of running daemons stage by stage, and reverts them if the daemons fare worse.
 * Plans and verdicts are pure functions of the daemons' answers.
 */
package org.yarnext.tools.settings;
