// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Views of the ResourceManager's scheduler, its attempts and queues, and monitors of what changes
 * there. Uses {@code application}, policies and no other package of the ResourceManager.
 */
package org.yarnext.mercury.rm.scheduler;
