// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.yarnext.federation.policy.share.ScarcestResourceSelector;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.store.ReportAgeTracker;
import org.yarnext.federation.store.ShareStore;

/**
 * A table of usage, pending demand and share of each queue in each sub-cluster, for operators. It
 * shows the latest reports of ResourceManagers and the latest shares of the Global Policy
 * Generator. Not thread-safe.
 */
public final class ShareTable {
  private static final String NONE = "-";
  private static final String UNKNOWN = "?";
  private static final String GAP = "  ";

  private static final List<String> HEADINGS =
      Arrays.asList(
          "queue", "sub-cluster", "resource", "used", "waiting", "share", "reported", "published");

  /** Number of left-aligned columns, which hold text. */
  private static final int WORDS = 3;

  private final ShareStore store;

  public ShareTable(ShareStore store) {
    this.store = store;
  }

  /**
   * Returns the table's lines. Amounts are of the resource that shares are divided by, or of memory
   * where there are no shares. Ages are by ZooKeeper's clock.
   *
   * @param wanted full paths of queues, shown with those below them; all queues if empty
   * @throws IOException if the store cannot be read
   */
  public List<String> lines(Collection<String> wanted) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    for (ShareStore.Report each : store.reports()) {
      SubClusterDemand report = each.demand();
      if (report == null) {
        continue; // invalid; the store logs it
      }
      ShareStore.GrantedShares granted = store.granted(report.name());
      boolean known = granted != null && granted.resource() != null;
      Map<String, Double> shares = known ? withParents(granted.shares()) : new HashMap<>();
      String resource = known ? granted.resource() : ScarcestResourceSelector.MEMORY;
      report
          .queues()
          .forEach(
              (path, queue) -> {
                if (wanted.isEmpty() || wanted.stream().anyMatch(w -> isIn(w, path))) {
                  rows.add(
                      Arrays.asList(
                          path,
                          report.name(),
                          resource,
                          amount(queue.used().getOrDefault(resource, 0.0)),
                          amount(queue.waiting().getOrDefault(resource, 0.0)),
                          known ? amount(shares.getOrDefault(path, 0.0)) : NONE,
                          age(each.age()),
                          granted == null ? NONE : age(granted.age())));
                }
              });
    }
    return aligned(rows);
  }

  /** Returns whether a queue is the given one or below it. */
  private static boolean isIn(String above, String path) {
    return path.equals(above) || path.startsWith(above + ".");
  }

  /**
   * Returns the shares of leaves and of all their parents. Only shares of leaves are published, and
   * some leaves exist in other sub-clusters only.
   */
  private static Map<String, Double> withParents(Map<String, Double> leaves) {
    Map<String, Double> all = new HashMap<>();
    leaves.forEach(
        (leaf, share) -> {
          for (int end = leaf.length(); end > 0; end = leaf.lastIndexOf('.', end - 1)) {
            all.merge(leaf.substring(0, end), share, Double::sum);
          }
        });
    return all;
  }

  private static String amount(double amount) {
    return String.format(Locale.ROOT, "%.0f", amount);
  }

  private static String age(ReportAgeTracker.Age age) {
    return age.maxMs() == Long.MAX_VALUE
        ? UNKNOWN
        : TimeUnit.MILLISECONDS.toSeconds(age.minMs()) + " s";
  }

  private static List<String> aligned(List<List<String>> rows) {
    int[] widths = new int[HEADINGS.size()];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        line.append(c == 0 ? "" : GAP);
        line.append(
            String.format(Locale.ROOT, "%" + (c < WORDS ? "-" : "") + widths[c] + "s", row.get(c)));
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
