// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Nodes whose containers share processors, with MROrchestrator's policies and without.
 *
 * <p><b>Processors.</b> A node has so many cores. What containers get of them is computed anew
 * whenever one starts, ends, begins to wait or ceases to: cores are divided among those that can
 * run now in proportion to their weights, none getting more than it has runnable threads, and what
 * one does not use goes to the others in the same proportion ({@code CpuShares}). So does the
 * kernel's fair scheduler over times much longer than its slices. Without groups each thread weighs
 * the same, whose ever it is; with groups a container weighs what it is granted, whatever its
 * threads. Not modelled: caches, hyper-threads, the balance between run queues, frequencies, and
 * what daemons of the node use.
 *
 * <p><b>Tasks.</b> A task goes through the parts of its shape. Each part is a row of stretches, in
 * which a number of threads run until they have used a fixed time of processors, and then wait a
 * fixed time for disks and networks, whatever else goes on. So a part's need varies, a task that
 * waits uses nothing, and less CPU makes its busy stretches longer and its waits not. Disks and
 * networks are not shared: waits are as long with others on the node as without. On a node of
 * another speed the same work takes more or less time of its processors. A task's progress is what
 * MapReduce tells, which runs ahead of its time in some parts and stands still in others.
 *
 * <p><b>Scheduling.</b> At each node's heartbeat one container goes to the job that has the fewest
 * running ones of those that want one, the earlier one first; memory alone counts, as with YARN's
 * default calculator. Reducers are asked for when all that they wait for has ended. Application
 * masters take nothing, and containers start and end at once.
 *
 * <p><b>Steering.</b> Who is noticed, who is helped, how much a task needs and what each container
 * gets is decided by the classes that run in the daemons, configured by their own keys. What moves
 * between them is rebuilt: a node measures each of its containers every sample interval, from its
 * second reading on, and reports once an epoch at a time of its own; the ResourceManager decides
 * once an epoch over what was reported, with the progress that it asked for in the epoch before;
 * and a node learns of that with its next report. Calls always succeed, and take no time.
 *
 * <p><b>Memory is not modelled.</b> Stock YARN bounds no container's memory, so that what steering
 * it gains is how much page cache and paging cost on a machine, of which nothing here knows.
 */
package org.yarnext.tools.simulate.world.steering;
