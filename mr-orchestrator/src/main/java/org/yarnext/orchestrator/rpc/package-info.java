// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Protocol between NodeManagers and ResourceManager: one call per epoch, with its values and their
 * messages. Every message is validated.
 */
package org.yarnext.orchestrator.rpc;
