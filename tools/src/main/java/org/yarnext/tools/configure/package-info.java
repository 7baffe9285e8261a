// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Puts features into an operator's configuration, and takes them out again. */
package org.yarnext.tools.configure;
