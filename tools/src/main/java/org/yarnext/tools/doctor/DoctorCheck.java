// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.List;
import org.yarnext.tools.Finding;

/** Checks a configuration for one kind of mistake. Pure: it reads only its arguments. */
@FunctionalInterface
interface DoctorCheck {
  /**
   * Adds the findings of this check.
   *
   * @param examined the configuration; not null
   * @param findings the list to add to
   */
  void check(ConfigurationView examined, List<Finding> findings);
}
