// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Explains what running daemons decided about a container or an application. */
package org.yarnext.tools.explain;
