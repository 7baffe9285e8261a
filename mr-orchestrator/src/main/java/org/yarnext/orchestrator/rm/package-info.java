// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks and rounds in the ResourceManager: reports come in over RPC, and a monitor decides once an
 * epoch. Nothing here is called by NodeManagers except through the protocol.
 */
package org.yarnext.orchestrator.rm;
