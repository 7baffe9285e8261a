// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds problems of a configuration, a host and running daemons. Each check is a pure function of
 * data that was read before.
 */
package org.yarnext.tools.doctor;
