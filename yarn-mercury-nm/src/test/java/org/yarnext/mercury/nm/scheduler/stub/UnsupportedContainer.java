// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler.stub;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.LocalizationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ResourceMappings;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.localizer.ResourceSet;

/** The methods of a container that neither the scheduler nor Mercury has any business with. */
public abstract class UnsupportedContainer implements Container {
  private static UnsupportedOperationException unexpected() {
    return new UnsupportedOperationException("no scheduler calls this");
  }

  @Override
  public void handle(ContainerEvent event) {
    throw unexpected();
  }

  @Override
  public String getUser() {
    throw unexpected();
  }

  @Override
  public Credentials getCredentials() {
    throw unexpected();
  }

  @Override
  public Map<Path, List<String>> getLocalizedResources() {
    throw unexpected();
  }

  @Override
  public NMContainerStatus getNMContainerStatus() {
    throw unexpected();
  }

  @Override
  public boolean isRetryContextSet() {
    throw unexpected();
  }

  @Override
  public boolean shouldRetry(int errorCode) {
    throw unexpected();
  }

  @Override
  public String getWorkDir() {
    throw unexpected();
  }

  @Override
  public void setWorkDir(String workDir) {
    throw unexpected();
  }

  @Override
  public String getCsiVolumesRootDir() {
    throw unexpected();
  }

  @Override
  public void setCsiVolumesRootDir(String volumesRootDir) {
    throw unexpected();
  }

  @Override
  public String getLogDir() {
    throw unexpected();
  }

  @Override
  public void setLogDir(String logDir) {
    throw unexpected();
  }

  @Override
  public void setIpAndHost(String[] ipAndHost) {
    throw unexpected();
  }

  @Override
  public void setExposedPorts(String ports) {
    throw unexpected();
  }

  @Override
  public Priority getPriority() {
    throw unexpected();
  }

  @Override
  public ResourceSet getResourceSet() {
    throw unexpected();
  }

  @Override
  public boolean isRunning() {
    throw unexpected();
  }

  @Override
  public void setIsReInitializing(boolean isReInitializing) {
    throw unexpected();
  }

  @Override
  public boolean isReInitializing() {
    throw unexpected();
  }

  @Override
  public boolean canRollback() {
    throw unexpected();
  }

  @Override
  public void commitUpgrade() {
    throw unexpected();
  }

  @Override
  public boolean isRecovering() {
    throw unexpected();
  }

  @Override
  public void setContainerRuntimeData(Object containerRuntimeData) {
    throw unexpected();
  }

  @Override
  public <T> T getContainerRuntimeData(Class<T> runtimeClazz) {
    throw unexpected();
  }

  @Override
  public ResourceMappings getResourceMappings() {
    throw unexpected();
  }

  @Override
  public List<LocalizationStatus> getLocalizationStatuses() {
    throw unexpected();
  }

  @Override
  public String localizationCountersAsString() {
    throw unexpected();
  }
}
