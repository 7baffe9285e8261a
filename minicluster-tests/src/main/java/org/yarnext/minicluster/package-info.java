// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** The category of tests that take minutes. The fixtures are in the packages below. */
package org.yarnext.minicluster;
