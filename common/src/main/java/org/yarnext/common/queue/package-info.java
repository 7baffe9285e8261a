// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Settings by queue. Used by policies, so it depends on the JDK only. */
package org.yarnext.common.queue;
