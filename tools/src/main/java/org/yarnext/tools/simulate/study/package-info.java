/** Which workloads are run on which systems, and what is kept of each run. */
package org.yarnext.tools.simulate.study;
