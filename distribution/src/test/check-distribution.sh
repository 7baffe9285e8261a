#!/usr/bin/env bash
# Unpacks the archive and uses it as an operator does: checks what is in it, installs every role into
# a Hadoop home, runs the command line on the bundled Hadoop, and uninstalls.
set -euo pipefail

archive=$1
work=$2
offline=${3#--offline=}

fail() {
  echo "check-distribution: $*" >&2
  exit 1
}

rm -rf "$work"
mkdir -p "$work"
tar xzf "$archive" -C "$work"
home=$(echo "$work"/yarnext-*)
[ -x "$home/bin/yarnext" ] || fail "bin/yarnext cannot be executed"
for file in README.md CHANGELOG.md SECURITY.md LICENSE NOTICE THIRD-PARTY.txt docs/index.md docs/reference/keys.md \
  conf-samples/all/yarn-site.xml conf-samples/mercury/yarn-site.xml dashboards/overview.json dashboards/alerts.yml; do
  [ -s "$home/$file" ] || fail "there is no $file"
done
(cd "$(dirname "$archive")" && echo "$(cat "$(basename "$archive").sha512")  $(basename "$archive")" | sha512sum --check --quiet) ||
  fail "the checksum is not of this archive"

# Every bundled library is in the list of licences and in the bill of materials. Maven makes the latter
# only online.
sbom=$(echo "$home"/yarnext-*-sbom.json)
if [ "$offline" = true ]; then
  echo "check-distribution: an offline build has no bill of materials, so that is not checked"
fi
for jar in "$home"/lib/tools/hadoop/*.jar "$home"/lib/tools/*.jar; do
  name=$(basename "$jar" .jar)
  case $name in yarnext-*) continue ;; esac
  artifact=$(echo "$name" | sed -E 's/-[0-9][^-]*(-.*)?$//')
  grep -q ":$artifact:" "$home/THIRD-PARTY.txt" || fail "THIRD-PARTY.txt does not name $artifact ($name)"
  [ "$offline" = true ] || grep -q "\"$artifact\"" "$sbom" || fail "the bill of materials does not name $artifact ($name)"
done
for jar in "$home"/lib/resourcemanager/*.jar "$home"/lib/nodemanager/*.jar "$home"/lib/router/*.jar "$home"/lib/gateway/*.jar; do
  case $(basename "$jar") in
    yarnext-*) ;;
    *) fail "a daemon would load $jar, which is not ours" ;;
  esac
done

# A Hadoop home as far as install looks at it, in a place with a space and a letter beyond ASCII.
hadoop="$work/a hädoop"
mkdir -p "$hadoop/share/hadoop/yarn/lib" "$hadoop/share/hadoop/common/lib"
cp "$home"/lib/tools/hadoop/hadoop-yarn-common-*.jar "$hadoop/share/hadoop/yarn/"
cp "$home"/lib/tools/hadoop/guava-*.jar "$hadoop/share/hadoop/yarn/lib/"
tree() {
  (cd "$hadoop" && find . -type d | LC_ALL=C sort && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha512sum)
}
tree >"$work/before"

unset HADOOP_HOME HADOOP_CONF_DIR
yarnext() {
  "$home/bin/yarnext" "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2; fail "yarnext $* failed"; }
}
yarnext help
(umask 077 && LC_ALL=C yarnext install --hadoop-home "$hadoop" --role resourcemanager,nodemanager,router,gateway)
[ -z "$(find "$hadoop" -name 'yarnext-*.jar' ! -perm -o=r)" ] || fail "the daemons of other users cannot read the jars"
grep -q copied "$work/out" || fail "install copied nothing"
yarnext install --hadoop-home "$hadoop" --role nodemanager
grep -q "There was nothing to do" "$work/out" || fail "a repeated install did something"
yarnext simulate --list

# Stock's own files, but for what is in them.
conf=$work/conf
mkdir "$conf"
for site in core-site yarn-site mapred-site; do
  printf '<?xml version="1.0"?>\n<!-- Site specific. -->\n<configuration>\n\n</configuration>\n' >"$conf/$site.xml"
done
chmod 640 "$conf/yarn-site.xml"
cp -a "$conf" "$work/conf-before"
yarnext configure --from "$conf" --in-place --enable mercury,elastic,orchestrator,tez
grep -q MercuryContainersLauncher "$conf/yarn-site.xml" || fail "configure enabled nothing"
yarnext doctor --conf "$conf" --role resourcemanager --hadoop-home "$hadoop"
yarnext doctor --conf "$conf"
[ ! -s "$work/out" ] || { cat "$work/out" >&2; fail "doctor found something in what configure wrote"; }
yarnext configure --from "$conf" --in-place --disable
diff -r "$work/conf-before" "$conf" || fail "configure --disable did not give the files back"
[ "$(stat -c %a "$conf/yarn-site.xml")" = 640 ] || fail "configure changed permissions"

# Packages install the tree read-only; root may write it all the same.
chmod -R a-w "$home"
find "$home" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha512sum >"$work/read-only"
(cd / && LC_ALL=tr_TR.UTF-8 yarnext doctor --conf "$conf")
yarnext simulate --list
find "$home" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha512sum | diff "$work/read-only" - ||
  fail "a command wrote into the unpacked tree"
chmod -R u+w "$home"

yarnext uninstall --hadoop-home "$hadoop"
tree >"$work/after"
diff "$work/before" "$work/after" || fail "uninstall did not leave Hadoop as it was"
rm -rf "$work"
