// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Contains the JUnit category of tests that take minutes. The fixtures are in the packages below.
 */
package org.yarnext.minicluster;
