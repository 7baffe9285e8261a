/** Typed configuration keys: declared once, read and checked at start, refused naming the fix. */
package org.yarnext.common.conf;
