/** The simulated jobs, their tasks, and the nodes. Immutable. */
package org.yarnext.tools.simulate.workload;
