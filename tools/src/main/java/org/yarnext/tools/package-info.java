// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** The operator's command line. Nothing that runs in a daemon depends on it. */
package org.yarnext.tools;
