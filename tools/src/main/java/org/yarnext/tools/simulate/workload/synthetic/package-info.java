/** The papers' workloads, made from a seed, and errors in the estimates that schedulers get. */
package org.yarnext.tools.simulate.workload.synthetic;
