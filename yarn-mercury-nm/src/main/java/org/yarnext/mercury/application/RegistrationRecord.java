// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.Token;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Data about an application that the ResourceManager sends to the AMRMProxy of the master's node:
 * the application's own tags for Mercury, the path of its queue, its node labels and the smallest
 * node's size. With distributed scheduling the AMRMProxy divides the requests and cannot know these
 * data itself. The data travel in the response to the master's registration, as the names of empty
 * resource profiles, the only field for free text; the proxy removes them. A later change of the
 * queue travels in the response to the next call, as hosts of NodeManagers' tokens. An application
 * gets stock's response if it has no such tags, its queue is registered by its path, there are no
 * node labels, and its maximum request fits every node. Immutable.
 */
public final class RegistrationRecord {
  private static final String TAG = "yarnext.mercury.";

  /** No application's tag is sent with this prefix, so that no application can claim a queue. */
  private static final String QUEUE = "yarnext.mercury/queue=";

  private static final String LABEL = "yarnext.mercury/label=";

  private static final String ACCEPTED_LABELS = "yarnext.mercury/labels=";

  private static final String SMALLEST_NODE = "yarnext.mercury/least-node=";

  private final Set<String> tags;
  private final String queue;
  private final String label;
  private final Set<String> acceptedLabels;
  private final ResourceVector smallestNode;

  private RegistrationRecord(
      Set<String> tags,
      String queue,
      String label,
      Set<String> acceptedLabels,
      ResourceVector smallestNode) {
    this.tags = Collections.unmodifiableSet(tags);
    this.queue = queue;
    this.label = label;
    this.acceptedLabels = acceptedLabels;
    this.smallestNode = smallestNode;
  }

  /** Returns the application's tags for Mercury. */
  public Set<String> tags() {
    return tags;
  }

  /**
   * Returns the path of the application's queue, or stock's name of it if the ResourceManager sent
   * no path.
   */
  public String queue() {
    return queue;
  }

  /** Returns the node label that stock gives guaranteed requests without one; null if unknown. */
  public String defaultLabel() {
    return label;
  }

  /**
   * Returns the node labels that the scheduler accepts from the queue; null if unknown, as from an
   * earlier version's ResourceManager.
   */
  public Set<String> acceptedLabels() {
    return acceptedLabels;
  }

  /**
   * Returns the smallest size of the nodes that the application's containers may be sent to; null
   * if unknown.
   */
  public ResourceVector smallestNode() {
    return smallestNode;
  }

  /**
   * Adds the record to a registration response, in the ResourceManager.
   *
   * @param queue the path of the application's queue; stock's response may contain only its last
   *     part
   * @param label the application's default label or its queue's; null if there are no node labels
   * @param acceptedLabels the labels that the scheduler accepts from the queue; null as well
   * @param smallestNode the smallest node's size; null if no larger size can be requested
   */
  public static void add(
      Collection<String> tags,
      String queue,
      String label,
      Set<String> acceptedLabels,
      ResourceVector smallestNode,
      RegisterApplicationMasterResponse response) {
    Map<String, Resource> resourceProfiles = new HashMap<>();
    for (String tag : tags) {
      if (isTag(tag)) {
        resourceProfiles.put(tag, Resource.newInstance(0, 0));
      }
    }
    if (!queue.equals(response.getQueue())) {
      resourceProfiles.put(QUEUE + queue, Resource.newInstance(0, 0));
    }
    if (label != null) {
      resourceProfiles.put(LABEL + label, Resource.newInstance(0, 0));
    }
    if (acceptedLabels != null) {
      resourceProfiles.put(text(acceptedLabels), Resource.newInstance(0, 0));
    }
    if (smallestNode != null) {
      resourceProfiles.put(
          SMALLEST_NODE + ResourceCodec.text(smallestNode), Resource.newInstance(0, 0));
    }
    if (!resourceProfiles.isEmpty()) {
      resourceProfiles.putAll(response.getResourceProfiles());
      response.setResourceProfiles(resourceProfiles);
    }
  }

  /**
   * Removes the record from a registration response, in the proxy, so that the master gets stock's
   * response.
   */
  public static RegistrationRecord take(RegisterApplicationMasterResponse response) {
    Set<String> tags = new TreeSet<>();
    String queue = response.getQueue();
    String label = null;
    Set<String> acceptedLabels = null;
    ResourceVector smallestNode = null;
    Map<String, Resource> profiles = new HashMap<>(response.getResourceProfiles());
    final int all = profiles.size();
    for (Iterator<String> names = profiles.keySet().iterator(); names.hasNext(); ) {
      String name = names.next();
      if (isTag(name)) {
        tags.add(name);
        names.remove();
      } else if (name.startsWith(QUEUE)) {
        queue = name.substring(QUEUE.length());
        names.remove();
      } else if (name.startsWith(LABEL)) {
        label = name.substring(LABEL.length());
        names.remove();
      } else if (name.startsWith(ACCEPTED_LABELS)) {
        acceptedLabels = labels(name);
        names.remove();
      } else if (name.startsWith(SMALLEST_NODE)) {
        smallestNode = ResourceCodec.vector(name.substring(SMALLEST_NODE.length()));
        names.remove();
      }
    }
    if (profiles.size() < all) {
      response.setResourceProfiles(profiles);
    }
    return new RegistrationRecord(tags, queue, label, acceptedLabels, smallestNode);
  }

  /**
   * Adds a change of the queue or of its default label to an allocate response, in the
   * ResourceManager.
   *
   * @param queue its path
   * @param label as in {@link #add}
   * @param acceptedLabels as in {@link #add}
   * @param smallestNode as in {@link #add}
   */
  public static void addQueue(
      String queue,
      String label,
      Set<String> acceptedLabels,
      ResourceVector smallestNode,
      AllocateResponse response) {
    List<NMToken> tokens = new ArrayList<>(response.getNMTokens());
    tokens.add(carrier(QUEUE + queue));
    if (label != null) {
      tokens.add(carrier(LABEL + label));
    }
    if (acceptedLabels != null) {
      tokens.add(carrier(text(acceptedLabels)));
    }
    if (smallestNode != null) {
      tokens.add(carrier(SMALLEST_NODE + ResourceCodec.text(smallestNode)));
    }
    replaceTokens(response, tokens);
  }

  /** Clears the tokens first, because stock's setter adds to the existing ones. */
  private static void replaceTokens(AllocateResponse response, List<NMToken> tokens) {
    response.setNMTokens(Collections.emptyList());
    response.setNMTokens(tokens);
  }

  private static NMToken carrier(String text) {
    return NMToken.newInstance(
        NodeId.newInstance(text, 0), Token.newInstance(new byte[0], "", new byte[0], ""));
  }

  /**
   * Removes the change from an allocate response, in the proxy, so that the master gets stock's
   * response.
   *
   * @return without tags; null if the response has no change
   */
  public static RegistrationRecord takeQueue(AllocateResponse response) {
    String queue = null;
    String label = null;
    Set<String> acceptedLabels = null;
    ResourceVector smallestNode = null;
    List<NMToken> others = new ArrayList<>();
    for (NMToken token : response.getNMTokens()) {
      String text = token.getNodeId().getHost();
      if (text.startsWith(QUEUE)) {
        queue = text.substring(QUEUE.length());
      } else if (text.startsWith(LABEL)) {
        label = text.substring(LABEL.length());
      } else if (text.startsWith(ACCEPTED_LABELS)) {
        acceptedLabels = labels(text);
      } else if (text.startsWith(SMALLEST_NODE)) {
        smallestNode = ResourceCodec.vector(text.substring(SMALLEST_NODE.length()));
      } else {
        others.add(token);
      }
    }
    if (queue == null) {
      return null;
    }
    replaceTokens(response, others);
    return new RegistrationRecord(
        Collections.emptySet(), queue, label, acceptedLabels, smallestNode);
  }

  /** Returns a record of stock's response alone, for a ResourceManager that sent no record. */
  public static RegistrationRecord withoutRecord(RegisterApplicationMasterResponse response) {
    return new RegistrationRecord(Collections.emptySet(), response.getQueue(), null, null, null);
  }

  /** Encodes labels, whose names contain no commas. */
  private static String text(Set<String> labels) {
    return ACCEPTED_LABELS + String.join(",", labels);
  }

  private static Set<String> labels(String text) {
    return new HashSet<>(Arrays.asList(text.substring(ACCEPTED_LABELS.length()).split(",")));
  }

  private static boolean isTag(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith(TAG);
  }
}
