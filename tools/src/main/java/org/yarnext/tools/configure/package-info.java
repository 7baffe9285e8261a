/** Puts features into an operator's configuration, and takes them out again. */
package org.yarnext.tools.configure;
