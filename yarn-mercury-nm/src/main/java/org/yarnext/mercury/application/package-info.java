// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * State of application attempts between their masters and YARN's schedulers, shared by the hooks of
 * the ResourceManager and the AMRMProxy. It uses YARN's records and Mercury's policies, and no
 * server class.
 */
package org.yarnext.mercury.application;
