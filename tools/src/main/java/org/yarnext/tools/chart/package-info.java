/** Charts for pages that need nothing from elsewhere. */
package org.yarnext.tools.chart;
