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
package org.yarnext.elastic.rm;

import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.LiveProfiles;
import org.yarnext.elastic.profile.TagProfiles;

/** Finds a job's profile in its tags, else in the file. Thread-safe; never waits. */
final class KnownProfiles implements ProfileSource {
  private final LiveProfiles file;

  KnownProfiles(LiveProfiles file) {
    this.file = file;
  }

  @Override
  public ElasticityModel find(AskedJob job, int priority) {
    Profiles own = TagProfiles.read(job.framework(), job.tags()).profiles();
    TaskProfile profile =
        own.before(file.current()).findByPriority(job.name(), job.framework(), priority);
    return profile == null ? null : profile.model();
  }
}
