/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.policy.model;

/** Validates parameters of models; refusals name the value and its bounds. */
final class ModelParameterValidator {
  private ModelParameterValidator() {}

  static void that(boolean right, String name, Object value, String must) {
    if (!right) {
      throw new IllegalArgumentException(name + " is " + value + " and must be " + must);
    }
  }

  static void positive(String name, double value) {
    that(value > 0 && finite(value), name, value, "above 0 and finite");
  }

  static boolean finite(double value) {
    return !Double.isNaN(value) && !Double.isInfinite(value);
  }
}
