// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Profiles of elastic tasks, made from finished runs. */
package org.yarnext.tools.profile;
