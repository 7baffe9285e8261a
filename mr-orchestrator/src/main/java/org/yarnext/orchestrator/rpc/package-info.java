// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol between NodeManagers and ResourceManager: one call an epoch, with its values and
 * their messages. Whatever is read is checked.
 */
package org.yarnext.orchestrator.rpc;
