// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Many sub-clusters as one: the federation's own policies, around them YARN as a model. */
package org.yarnext.tools.simulate.world.federation;
