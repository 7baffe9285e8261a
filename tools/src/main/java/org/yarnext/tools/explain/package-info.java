// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Decisions of running daemons about a container or an application. */
package org.yarnext.tools.explain;
