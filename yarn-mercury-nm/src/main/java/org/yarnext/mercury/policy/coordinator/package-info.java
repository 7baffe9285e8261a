// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions of the ResourceManager's coordinator: which reports are fresh, and which wait
 * limit all nodes are sent. They use the JDK, common and other policy packages.
 */
package org.yarnext.mercury.policy.coordinator;
