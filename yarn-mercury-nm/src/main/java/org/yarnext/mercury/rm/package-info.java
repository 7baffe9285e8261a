// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The hooks that {@code yarn-site.xml} names in the ResourceManager, and their handling of one
 * attempt's requests. Uses the packages below it, {@code allocation}, {@code application} and
 * policies.
 */
package org.yarnext.mercury.rm;
