/** Studies as CSV, as a table of text, and as one HTML page with figures. */
package org.yarnext.tools.simulate.report;
