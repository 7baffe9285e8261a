// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Installs, upgrades and removes the plugin jars of a host's roles in its Hadoop. */
package org.yarnext.tools.install;
