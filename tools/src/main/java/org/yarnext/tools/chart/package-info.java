// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Charts for pages that need nothing from elsewhere, and tables of text. */
package org.yarnext.tools.chart;
