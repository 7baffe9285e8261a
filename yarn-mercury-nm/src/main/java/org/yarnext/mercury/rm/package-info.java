// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks that load in the ResourceManager: processors of application calls, the coordinator, and
 * placement with a view of the whole cluster. They use Hadoop, the application and allocation
 * packages, and policies.
 */
package org.yarnext.mercury.rm;
