// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Typed configuration keys: declared once, read and checked at start, refused naming the fix. */
package org.yarnext.common.conf;
