// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * An immutable sorted set that shares structure with the sets it was made from: a weight-balanced
 * tree (Adams, Efficient sets: a balancing act, 1993) with sums over its subtrees. Adding, removing
 * and summing take logarithmic time and copy one path. Thread-safe.
 *
 * @param <E> element; two elements that compare as equal are the same
 */
public final class SummedTree<E extends SummedTree.Element & Comparable<E>> {
  private static final int DELTA = 3;
  private static final int RATIO = 2;
  private static final SummedTree<?> EMPTY = new SummedTree<>(null);

  private final Node<E> root;

  private SummedTree(Node<E> root) {
    this.root = root;
  }

  /** The part of an element in the sums. Immutable. */
  public interface Element {
    /** Returns the amount that {@link Sums} adds up. */
    long weight();

    /** Returns the size of the largest container that the element can serve. */
    ResourceVector largest();
  }

  /** Count and total weight of some elements. Immutable. */
  public static final class Sums {
    final int count;

    /** Sum of the weights. */
    public final long weight;

    Sums(int count, long weight) {
      this.count = count;
      this.weight = weight;
    }
  }

  private static final class Node<E extends Element & Comparable<E>> {
    final Node<E> left;
    final E element;
    final Node<E> right;
    final int size;
    final long weight;
    final long memoryMb;
    final long vcores;

    Node(Node<E> left, E element, Node<E> right) {
      this.left = left;
      this.element = element;
      this.right = right;
      size = size(left) + 1 + size(right);
      long sum = element.weight();
      long memory = element.largest().memoryMb();
      long cores = element.largest().vcores();
      if (left != null) {
        sum += left.weight;
        memory = Math.max(memory, left.memoryMb);
        cores = Math.max(cores, left.vcores);
      }
      if (right != null) {
        sum += right.weight;
        memory = Math.max(memory, right.memoryMb);
        cores = Math.max(cores, right.vcores);
      }
      weight = sum;
      memoryMb = memory;
      vcores = cores;
    }

    /** Returns false if surely no element below can serve a size; true if one may. */
    boolean mayServe(ResourceVector container) {
      return container.memoryMb() <= memoryMb && container.vcores() <= vcores;
    }
  }

  /** Returns the empty set. */
  @SuppressWarnings("unchecked")
  public static <E extends Element & Comparable<E>> SummedTree<E> empty() {
    return (SummedTree<E>) EMPTY;
  }

  /** Creates a set of elements in any order, without equal ones; sorts the list. */
  static <E extends Element & Comparable<E>> SummedTree<E> of(List<E> elements) {
    Collections.sort(elements);
    return new SummedTree<>(build(elements, 0, elements.size()));
  }

  private static <E extends Element & Comparable<E>> Node<E> build(
      List<E> sorted, int from, int to) {
    if (from == to) {
      return null;
    }
    int middle = (from + to) >>> 1;
    return new Node<>(
        build(sorted, from, middle), sorted.get(middle), build(sorted, middle + 1, to));
  }

  /** Returns the number of elements. */
  public int size() {
    return size(root);
  }

  private static int size(Node<?> n) {
    return n == null ? 0 : n.size;
  }

  /** Returns a copy with an element, which replaces an equal one. */
  public SummedTree<E> with(E element) {
    return new SummedTree<>(add(root, element));
  }

  /** Returns a copy without an element, if it is there. */
  public SummedTree<E> without(E element) {
    return new SummedTree<>(remove(root, element));
  }

  private static <E extends Element & Comparable<E>> Node<E> add(Node<E> n, E element) {
    if (n == null) {
      return new Node<>(null, element, null);
    }
    int order = element.compareTo(n.element);
    if (order == 0) {
      return new Node<>(n.left, element, n.right);
    }
    return order < 0
        ? balanced(add(n.left, element), n.element, n.right)
        : balanced(n.left, n.element, add(n.right, element));
  }

  private static <E extends Element & Comparable<E>> Node<E> remove(Node<E> n, E element) {
    if (n == null) {
      return null;
    }
    int order = element.compareTo(n.element);
    if (order < 0) {
      return balanced(remove(n.left, element), n.element, n.right);
    }
    if (order > 0) {
      return balanced(n.left, n.element, remove(n.right, element));
    }
    if (n.left == null || n.right == null) {
      return n.left == null ? n.right : n.left;
    }
    E next = first(n.right);
    return balanced(n.left, next, remove(n.right, next));
  }

  private static <E extends Element & Comparable<E>> E first(Node<E> n) {
    Node<E> first = n;
    while (first.left != null) {
      first = first.left;
    }
    return first.element;
  }

  private static <E extends Element & Comparable<E>> Node<E> balanced(
      Node<E> left, E element, Node<E> right) {
    if (size(left) + size(right) > 1) {
      if (size(right) > DELTA * size(left)) {
        return size(right.left) < RATIO * size(right.right)
            ? new Node<>(new Node<>(left, element, right.left), right.element, right.right)
            : new Node<>(
                new Node<>(left, element, right.left.left),
                right.left.element,
                new Node<>(right.left.right, right.element, right.right));
      }
      if (size(left) > DELTA * size(right)) {
        return size(left.right) < RATIO * size(left.left)
            ? new Node<>(left.left, left.element, new Node<>(left.right, element, right))
            : new Node<>(
                new Node<>(left.left, left.element, left.right.left),
                left.right.element,
                new Node<>(left.right.right, element, right));
      }
    }
    return new Node<>(left, element, right);
  }

  /**
   * Returns the sums over the first elements.
   *
   * @param among true for the first elements of the set and false for all after them
   */
  public Sums first(Predicate<E> among) {
    int count = 0;
    long weight = 0;
    Node<E> n = root;
    while (n != null) {
      if (among.test(n.element)) {
        count += size(n.left) + 1;
        weight += (n.left == null ? 0 : n.left.weight) + n.element.weight();
        n = n.right;
      } else {
        n = n.left;
      }
    }
    return new Sums(count, weight);
  }

  /** Returns the elements that may serve a container of a size, in order. Not thread-safe. */
  public Iterator<E> serving(ResourceVector size) {
    return new InOrder<>(root, size);
  }

  private static final class InOrder<E extends Element & Comparable<E>> implements Iterator<E> {
    private final Deque<Node<E>> path = new ArrayDeque<>();
    private final ResourceVector container;

    InOrder(Node<E> root, ResourceVector container) {
      this.container = container;
      descend(root);
      skip();
    }

    private void descend(Node<E> from) {
      for (Node<E> n = from; n != null && n.mayServe(container); n = n.left) {
        path.push(n);
      }
    }

    private void skip() {
      while (!path.isEmpty() && !container.fitsIn(path.peek().element.largest())) {
        descend(path.pop().right);
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public E next() {
      if (path.isEmpty()) {
        throw new NoSuchElementException();
      }
      Node<E> n = path.pop();
      descend(n.right);
      skip();
      return n.element;
    }
  }
}
