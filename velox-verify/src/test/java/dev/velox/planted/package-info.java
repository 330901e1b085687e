/** Classes that break the rules of the house on purpose, so that each rule is seen to fail. */
package dev.velox.planted;
