// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Studies of the papers: their cells, and the papers' numbers. Uses {@code study} and {@code
 * study.measure}.
 */
package org.yarnext.tools.simulate.study.paper;
