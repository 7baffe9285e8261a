// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Studies as CSV, as a table of text, and as one HTML page with figures. */
package org.yarnext.tools.simulate.report;
