// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** The outcome of a run, in bounded size, and the recorder that worlds write it with. */
package org.yarnext.tools.simulate.outcome;
