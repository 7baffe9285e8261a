// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Judges features by simulated job times. Pure computation without input or output. */
package org.yarnext.tools.advise.verdict;
