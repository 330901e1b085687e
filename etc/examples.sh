#!/bin/sh
# Builds and runs the examples as a stranger would: each has a pom of its own and takes the platform
# from a Maven repository. That repository is target/examples/staging, filled with the jars this
# checkout has built. Nothing is written outside target/: the user's own repository ($1, or the usual
# place) is only read, for libraries and Maven's plugins.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/etc/jdk.sh"
need_maven
known=${1:-$HOME/.m2/repository}
maven=${2:-mvn}
work=$root/target/examples

# The jars and flattened poms of all published modules, laid out as a repository.
stage() {
  rm -rf "$work/staging" "$work/repository/dev"
  mkdir -p "$work/staging" "$work/repository"
  for pom in "$root"/velox-*/.flattened-pom.xml; do
    module=${pom%/.flattened-pom.xml}
    name=${module##*/}
    version=$(sed -n 's/^  <version>\(.*\)<\/version>.*/\1/p' "$pom")
    place=$work/staging/dev/velox/$name/$version
    jar=$module/target/$name-$version.jar
    if [ -f "$jar" ]; then
      mkdir -p "$place"
      cp "$jar" "$pom" "$place"
    elif [ "$name" = velox-bom ]; then
      mkdir -p "$place"
      cp "$pom" "$place"
    else
      continue
    fi
    mv "$place/.flattened-pom.xml" "$place/$name-$version.pom"
  done
}

repository() {
  echo "<$1><id>$2</id><url>file://$3</url><releases><checksumPolicy>ignore</checksumPolicy></releases>"
  echo "<snapshots><enabled>$4</enabled><checksumPolicy>ignore</checksumPolicy></snapshots></$1>"
}

settings() {
  echo "<settings><localRepository>$work/repository</localRepository><profiles><profile><id>staged</id><repositories>"
  repository repository staging "$work/staging" true
  repository repository known "$known" false
  echo "</repositories><pluginRepositories>"
  repository pluginRepository known "$known" false
  echo "</pluginRepositories></profile></profiles><activeProfiles><activeProfile>staged</activeProfile></activeProfiles></settings>"
}

build() {
  "$maven" -q -B -ntp -Dstyle.color=never -s "$work/settings.xml" -f "$root/examples/$1/pom.xml" clean verify
}

stage
settings >"$work/settings.xml"

echo "== bom-consumer: an application on velox-cache, velox-simd and velox-nuq"
build bom-consumer
"$JAVA_HOME/bin/java" -Dslf4j.internal.verbosity=ERROR -p "$root/examples/bom-consumer/target/app" -m org.example.consumer/org.example.consumer.Main

echo "== plugin-int8: a third-party method, held to the laws as a module and on the class path without SIMD"
build plugin-int8
for suite in modules class-path-scalar; do
  results=$root/examples/plugin-int8/target/$suite
  tests=$(cat "$results"/*.txt | sed -n 's/^Tests run: \([0-9]*\),.*/\1/p' | awk '{ n += $1 } END { print n }')
  printf '%s: %s tests passed\n' "$suite" "$tests"
done
