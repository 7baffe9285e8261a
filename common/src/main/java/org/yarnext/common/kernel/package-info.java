// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the kernel tells about this host: the mounts of cgroups of versions 1 and 2, their memory,
 * and the formats of its texts. Writes nothing.
 */
package org.yarnext.common.kernel;
