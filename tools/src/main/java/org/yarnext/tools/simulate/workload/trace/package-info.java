/** Recorded workloads in the formats that Hadoop's own tools write. */
package org.yarnext.tools.simulate.workload.trace;
