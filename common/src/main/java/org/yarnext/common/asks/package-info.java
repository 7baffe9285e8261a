/** What every feature has to know about the resource requests of applications. */
package org.yarnext.common.asks;
