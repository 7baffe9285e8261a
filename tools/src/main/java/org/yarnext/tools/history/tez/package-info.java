// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Reads the histories of Tez DAGs as Tez writes them to files. Uses {@code history.record}. */
package org.yarnext.tools.history.tez;
