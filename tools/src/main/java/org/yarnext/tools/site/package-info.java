/** An operator's Hadoop configuration directory: its texts, its values, and the pack's features. */
package org.yarnext.tools.site;
