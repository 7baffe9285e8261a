// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.AllocationParams;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.security.BaseContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.mercury.policy.estimate.RunTimeHint;

/**
 * Creates the opportunistic containers of one allocate call, with signed tokens that carry the
 * expected run time. The tokens equal stock's ({@code
 * OpportunisticContainerAllocator.buildContainer} of 3.4.2) except for the expected run time in the
 * allocation tags, where the target node looks for it; stock's allocator does not support tags.
 * Stock also serialises each token twice, creates a user of it for its log, and resolves the host's
 * address for each. Not thread-safe.
 */
final class SignedContainerFactory {
  private static final ResourceCalculator CALCULATOR = new DominantResourceCalculator();

  private final BaseContainerTokenSecretManager secrets;
  private final OpportunisticContainerContext context;
  private final ApplicationAttemptId attempt;
  private final String user;
  private final long rmIdentifier;
  private final Set<String> queueTags;
  private final Map<NodeId, String> services = new HashMap<>();

  /**
   * Creates a factory for the containers of one call.
   *
   * @param queueTags see {@link RunTimeSource#queueTags}
   */
  SignedContainerFactory(
      BaseContainerTokenSecretManager secrets,
      OpportunisticContainerContext context,
      ApplicationAttemptId attempt,
      String user,
      long rmIdentifier,
      Set<String> queueTags) {
    this.secrets = secrets;
    this.context = context;
    this.attempt = attempt;
    this.user = user;
    this.rmIdentifier = rmIdentifier;
    this.queueTags = queueTags;
  }

  /**
   * Returns the service name of a node's tokens, which is its address.
   *
   * @throws IllegalArgumentException if the host's name does not resolve
   */
  String service(NodeId node) {
    return services.computeIfAbsent(
        node,
        n -> {
          InetSocketAddress address = NetUtils.createSocketAddrForHost(n.getHost(), n.getPort());
          return SecurityUtil.buildTokenService(address).toString();
        });
  }

  /** Returns the normalised size of a requested container. */
  static Resource size(ResourceRequest request, AllocationParams limits) {
    Resource requested = Resources.clone(request.getCapability());
    // Rounded up, memory near the largest number would become negative.
    requested.setMemorySize(
        Math.min(requested.getMemorySize(), limits.getMaxResource().getMemorySize()));
    return Resources.normalize(
        CALCULATOR,
        requested,
        limits.getMinResource(),
        limits.getMaxResource(),
        limits.getIncrementResource());
  }

  /**
   * Creates a container for a request on a node.
   *
   * @param size the result of {@link #size} for the request
   * @param runMs the expected run time in ms; null if unknown, and an absurd one counts as unknown
   * @throws IllegalStateException if the signing key changed meanwhile
   */
  Container make(ResourceRequest request, Resource size, RemoteNode node, Long runMs) {
    ContainerId id =
        ContainerId.newContainerId(
            attempt, context.getContainerIdGenerator().generateContainerId());
    Set<String> tags = tags(runMs);
    String label = node.getNodePartition();
    long nowMs = System.currentTimeMillis();
    Identifier identifier =
        new Identifier(
            id,
            node.getNodeId().toString(),
            user,
            size,
            nowMs + context.getAppParams().getContainerTokenExpiryInterval(),
            secrets.getCurrentKey().getKeyId(),
            rmIdentifier,
            request,
            nowMs,
            label == null ? CommonNodeLabelsManager.NO_LABEL : label,
            tags);
    byte[] password = secrets.createPassword(identifier);
    if (identifier.getMasterKeyId() != secrets.getCurrentKey().getKeyId()) {
      throw new IllegalStateException("the key changed in the meantime");
    }
    Token token =
        Token.newInstance(
            identifier.bytes,
            ContainerTokenIdentifier.KIND.toString(),
            password,
            service(node.getNodeId()));
    return BuilderUtils.newContainer(
        id,
        node.getNodeId(),
        node.getHttpAddress(),
        size,
        request.getPriority(),
        token,
        ExecutionType.OPPORTUNISTIC,
        request.getAllocationRequestId());
  }

  /** Returns the tags to sign; null if there are none. */
  private Set<String> tags(Long runMs) {
    String learnt = runMs == null ? null : RunTimeHint.tag(runMs);
    if (learnt == null && queueTags.isEmpty()) {
      return null;
    }
    Set<String> tags = new TreeSet<>(queueTags);
    if (learnt != null) {
      tags.add(learnt);
    }
    return tags;
  }

  /** Token identifier whose cached bytes are both signed and sent. */
  private static final class Identifier extends ContainerTokenIdentifier {
    private final byte[] bytes;

    Identifier(
        ContainerId id,
        String node,
        String submitter,
        Resource size,
        long expiryMs,
        int keyId,
        long rmIdentifier,
        ResourceRequest request,
        long nowMs,
        String label,
        Set<String> tags) {
      super(
          id,
          0,
          node,
          submitter,
          size,
          expiryMs,
          keyId,
          rmIdentifier,
          request.getPriority(),
          nowMs,
          null,
          label,
          ContainerType.TASK,
          ExecutionType.OPPORTUNISTIC,
          request.getAllocationRequestId(),
          tags);
      this.bytes = getProto().toByteArray(); // as write does, without its buffer of 4 kB
    }

    @Override
    public byte[] getBytes() {
      return bytes;
    }

    /**
     * Returns null: only stock's debug line reads the user, and creating one costs as much as the
     * signature.
     */
    @Override
    public UserGroupInformation getUser() {
      return null;
    }
  }
}
