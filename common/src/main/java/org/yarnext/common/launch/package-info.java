// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Reads the launch commands of containers. Used by policies, so it depends on the JDK only. */
package org.yarnext.common.launch;
