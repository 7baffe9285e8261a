// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A stock or elastic scheduler with as much of a ResourceManager around it as it needs, in virtual
 * time. Knows nothing of workloads and application masters.
 */
package org.yarnext.tools.simulate.world.rm.virtual;
