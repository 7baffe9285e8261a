// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Encoding of state that is stored as JSON and restored after a restart. Uses the JDK only. */
package org.yarnext.mercury.policy.snapshot;
