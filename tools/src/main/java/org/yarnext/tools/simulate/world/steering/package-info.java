// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Nodes whose containers share processors, with MROrchestrator's policies and without.
 *
 * <p><b>Processors.</b> A node has a number of cores. Whenever a container starts, ends, begins or
 * ceases to wait, the cores are divided again ({@code CpuShareModel}): in proportion to weights, to
 * no container more than its runnable threads can use; the rest goes to the others in the same
 * proportion. The kernel's fair scheduler does the same over times much longer than its time
 * slices. Without cgroups all threads have the same weight; with cgroups a container's weight is
 * what it is granted, whatever its number of threads. Not modelled: caches, hyper-threads, the
 * balance between run queues, frequencies, and the CPU use of the node's daemons.
 *
 * <p><b>Tasks.</b> A task goes through the parts of its CPU profile. Each part is a row of periods:
 * in a busy one a number of threads run until they have used a fixed CPU time; in a waiting one
 * they wait a fixed time for disks and networks, whatever else runs. So the CPU use of a part
 * varies, and less CPU makes busy periods longer, but not waits. Disks and networks are not shared.
 * On a node of another speed the same work takes another CPU time. A task's progress is what
 * MapReduce reports, which runs ahead of its time in some parts and stands still in others.
 *
 * <p><b>Scheduling.</b> At each node's heartbeat one container goes to the job with the fewest
 * running containers of those that have requests, the earlier one first; only memory counts, as
 * with YARN's default calculator. Reducers are requested when the stages that they wait for have
 * ended. Application Masters use no resources, and containers start and end at once.
 *
 * <p><b>Steering.</b> The daemons' own classes, configured by their own keys, detect contention,
 * estimate needs, balance and plan the allocations. The exchange between them is simulated: a node
 * measures each container every sample interval, from its second reading on, and reports once an
 * epoch, at its own offset; the ResourceManager decides once an epoch on these reports, with the
 * progress that it requested in the previous epoch; a node receives the decision with its next
 * report. Calls always succeed, and take no time.
 *
 * <p><b>Memory is not modelled.</b> Stock YARN does not limit a container's memory, so that the
 * gain of steering it depends on the machine's costs of page cache and paging, which the model does
 * not have.
 */
package org.yarnext.tools.simulate.world.steering;
