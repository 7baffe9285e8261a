// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Keeps failures of our code away from the daemon it runs in. */
package org.yarnext.common.guard;
