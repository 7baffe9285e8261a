// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds what is wrong with a configuration, a host and running daemons. A check is a pure function
 * of what was read before.
 */
package org.yarnext.tools.doctor;
