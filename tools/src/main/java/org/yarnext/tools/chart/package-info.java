// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Charts for HTML pages without external resources, and text tables. */
package org.yarnext.tools.chart;
