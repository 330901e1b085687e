# Finds a JDK 25 or newer and exports JAVA_HOME; sourced by ./velox and ./build. POSIX sh.

# The feature version of the JDK in $1, read from its release file (starting a JVM to ask takes longer).
jdk_version() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*)
        line=${line#JAVA_VERSION=}
        line=${line#\"}
        line=${line%%[!0-9]*}
        echo "${line:-0}"
        return 0 ;;
    esac
  done <"$1/release"
  return 1
}

jdk_fits() {
  [ -n "$1" ] && found=$(jdk_version "$1") && [ "$found" -ge 25 ]
}

find_jdk() {
  for c in "${JAVA_HOME:-}" "${JAVA_25_HOME:-}" "${JAVA_HOME_25_X64:-}" "${JAVA_HOME_25_ARM64:-}"; do
    jdk_fits "$c" && { echo "$c"; return 0; }
  done
  if j=$(command -v javac 2>/dev/null); then
    j=$(readlink -f "$j" 2>/dev/null || echo "$j")
    c=${j%/bin/javac}
    jdk_fits "$c" && { echo "$c"; return 0; }
  fi
  for c in /usr/lib/jvm/*25* /usr/lib/jvm/* /opt/*jdk* /opt/java/* "$HOME"/.sdkman/candidates/java/* \
    "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    jdk_fits "$c" && { echo "$c"; return 0; }
  done
  return 1
}

if ! JAVA_HOME=$(find_jdk); then
  echo "velox: needs a JDK 25 or newer, and found none in JAVA_HOME, JAVA_25_HOME, on the PATH or in the usual folders." >&2
  echo "velox: install one (a JDK, not a JRE) and set JAVA_HOME to its folder." >&2
  exit 4
fi
export JAVA_HOME

# Silences the JDK's warning about a class inside Maven 3.
MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow"
export MAVEN_OPTS

need_maven() {
  command -v mvn >/dev/null 2>&1 && return 0
  echo "velox: needs Maven 3.8.7 or newer to build, and found no 'mvn' on the PATH." >&2
  exit 4
}
