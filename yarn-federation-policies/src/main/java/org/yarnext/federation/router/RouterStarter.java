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
package org.yarnext.federation.router;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationSubmissionContextProto;
import org.apache.hadoop.yarn.server.router.clientrm.FederationClientInterceptor;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangStarter;

/**
 * Submits, asks for and kills jobs by stock's own way to the ResourceManagers, in the name of the
 * user who submitted them. Not thread-safe.
 */
final class RouterStarter implements GangStarter {
  private static final int MOST_USERS = 200;

  private final Configuration conf;
  private final String self;

  /** By user, least recently used first. */
  private final Map<String, FederationClientInterceptor> ways =
      new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param self the user who may ask for all applications: the Router's own
   */
  RouterStarter(Configuration conf, String self) {
    this.conf = conf;
    this.self = self;
  }

  @Override
  public void start(GangJob job) throws YarnException, IOException {
    ApplicationSubmissionContextPBImpl context =
        new ApplicationSubmissionContextPBImpl(
            ApplicationSubmissionContextProto.parseFrom(job.submission()));
    way(job.user()).submitApplication(SubmitApplicationRequest.newInstance(context));
  }

  @Override
  public void kill(GangJob job) throws YarnException, IOException {
    way(job.user()).forceKillApplication(KillApplicationRequest.newInstance(id(job.gang().id())));
  }

  @Override
  public boolean hasEnded(String id) {
    try {
      YarnApplicationState state =
          way(self)
              .getApplicationReport(GetApplicationReportRequest.newInstance(id(id)))
              .getApplicationReport()
              .getYarnApplicationState();
      return state == YarnApplicationState.FINISHED
          || state == YarnApplicationState.FAILED
          || state == YarnApplicationState.KILLED;
    } catch (YarnException | IOException | RuntimeException e) {
      return false; // lost sub-clusters come back with what ran there
    }
  }

  private static ApplicationId id(String id) {
    return ApplicationId.fromString(id);
  }

  private FederationClientInterceptor way(String user) {
    FederationClientInterceptor way = ways.get(user);
    if (way == null) {
      way = new FederationClientInterceptor();
      way.setConf(conf);
      way.init(user);
      ways.put(user, way);
      Iterator<FederationClientInterceptor> oldest = ways.values().iterator();
      while (ways.size() > MOST_USERS) {
        oldest.next().shutdown();
        oldest.remove();
      }
    }
    return way;
  }
}
