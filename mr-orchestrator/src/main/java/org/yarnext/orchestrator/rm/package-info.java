// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks and rounds in the ResourceManager: it receives reports over RPC, and a scheduling monitor
 * decides once an epoch.
 */
package org.yarnext.orchestrator.rm;
