// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Adds features to an operator's configuration, and removes them again. */
package org.yarnext.tools.configure;
