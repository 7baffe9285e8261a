// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Layout elements that several reports share: bar charts, usage over time and HTML pages.
 * Independent of single studies.
 */
package org.yarnext.tools.simulate.report.layout;
