/** The papers' workloads, made by seed, and errors put into what schedulers are told of them. */
package org.yarnext.tools.simulate.workload.synthetic;
