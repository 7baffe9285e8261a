// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Reports of studies as CSV, as text tables, and as HTML pages with figures. */
package org.yarnext.tools.simulate.report;
