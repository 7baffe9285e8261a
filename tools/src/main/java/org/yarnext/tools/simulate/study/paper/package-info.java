// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The studies of the papers: what each one runs, and the numbers that its paper has. Uses {@code
 * study} and {@code study.measure}.
 */
package org.yarnext.tools.simulate.study.paper;
