#!/bin/sh
# Jobs by ssh (pipelines/schedulers/ssh.csv) on two sshd in network namespaces: cml-submit, clients of ssh, sessions and listeners of
# sshd are killed at random, and the network is cut for a second; every configuration has one row and ran once.
#   KILLS (300)   JOBS (60) of a run; as many runs as the kills take   SEED (1)   SSH_JOBS (4)
set -u
: "${KILLS:=300}" "${JOBS:=60}" "${SEED:=1}" "${SSH_JOBS:=4}"
[ "$(id -u)" -eq 0 ] && [ -x /usr/sbin/sshd ] && command -v ip >/dev/null && ip netns list >/dev/null 2>&1 ||
	{ echo 'skipped: no root, sshd or network namespaces'; exit 77; }
work=${WORK:?run this by build/release/reaper}
home=$(getent passwd root | cut -d: -f6)
tag=c$$
hosts="$tag-a $tag-b"
clean_up() {
	for host in $hosts; do
		for pid in $(ip netns pids "$host" 2>/dev/null); do kill -KILL "$pid" 2>/dev/null; done
		ip netns del "$host" 2>/dev/null
		rm -rf "$home/.cml-ssh/$host"
	done
	ip link del "$tag" 2>/dev/null
}
trap clean_up EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1
fail() {
	echo "FAILED: $*"
	tail -n 5 messages
	exit 1
}

mkdir -p /run/sshd bin
ssh-keygen -q -t ed25519 -N '' -f host-key && ssh-keygen -q -t ed25519 -N '' -f key || exit 1
ip link add "$tag" type bridge && ip addr add 10.213.0.1/24 dev "$tag" && ip link set "$tag" up || exit 1
# listen HOST: its sshd, of a name of its own, started again where it ends
listen() {
	ip netns exec "$1" unshare -u sh -c "hostname $1; while :; do /usr/sbin/sshd -D -f /dev/null -h $work/host-key -o PidFile=none \
		-o AuthorizedKeysFile=$work/key.pub -o StrictModes=no -o MaxStartups=100; sleep 0.2; done" 2>/dev/null &
}
n=1
for host in $hosts; do
	n=$((n + 1))
	ip netns add "$host" && ip link add "$tag-$n" type veth peer name e0 netns "$host" &&
		ip link set "$tag-$n" master "$tag" up && ip -n "$host" addr add 10.213.0.$n/24 dev e0 &&
		ip -n "$host" link set e0 up && ip -n "$host" link set lo up || exit 1
	listen "$host"
	printf 'Host %s\nHostName 10.213.0.%s\n' "$host" $n
done >config
printf 'Host *\nUser root\nIdentityFile %s/key\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\nServerAliveInterval 2\n' "$work" >>config
printf '#!/bin/sh\nexec /usr/bin/ssh -F %s/config "$@"\n' "$work" >bin/ssh
chmod +x bin/ssh
export PATH="$work/bin:$PATH" SSH_HOSTS="$work/hosts" SSH_JOBS
echo "$hosts" >hosts
cat >job.sh <<'E2'
#!/bin/sh
exec 8>"lock.$1"
flock -n 8 || echo "overlap $1" >>log
echo "start $1 $(uname -n)" >>log
sleep "0.$(($1 * 37 % 90 + 10))"
echo "done $1 $(uname -n)" >>log
echo "speed=$1"
E2
chmod +x job.sh
{
	echo x
	seq "$JOBS"
} >jobs.csv
# below N: a number below N, into r
below() {
	SEED=$(((SEED * 1103515245 + 12345) % 2147483648))
	r=$((SEED / 65536 % $1))
}
submit() {
	MARK=$tag exec cml-submit --backend "command=$ROOT/pipelines/schedulers/ssh.csv" --poll 0.2 --retries 9,0.01 -a history.csv --metric speed \
		-j $((2 * SSH_JOBS)) jobs.csv -- ./job.sh '{x}' >>rows 2>>messages
}
# Processes of the sshd of a host.
sessions() { for pid in $(ip netns pids "$1"); do grep -qs '^sshd: ' "/proc/$pid/cmdline" && ! grep -qs listener "/proc/$pid/cmdline" && echo "$pid"; done; }
listener() { for pid in $(ip netns pids "$1"); do grep -qs '^sshd: .*listener' "/proc/$pid/cmdline" && echo "$pid"; done; }
one_of() { echo "$@" | xargs -n 1 | shuf -n 1; }
strike() {
	below 2
	host=$tag-$([ "$r" = 0 ] && echo a || echo b)
	below 10
	case $r in
	0 | 1 | 2) what=tool && kill -KILL "$tool" 2>/dev/null ;;
	3 | 4 | 5) what=client && kill -KILL "$(one_of "$(grep -lsz "^MARK=$tag\$" /proc/[0-9]*/environ | cut -d/ -f3 | while read -r pid; do
		grep -qs ssh "/proc/$pid/comm" && echo "$pid"; done)")" 2>/dev/null ;;
	6 | 7) what=session && kill -KILL "$(one_of "$(sessions "$host")")" 2>/dev/null ;;
	8) what=listener && kill -KILL "$(listener "$host")" 2>/dev/null ;;
	9)
		what=network
		ip -n "$host" link set e0 down && sleep 1 && ip -n "$host" link set e0 up
		;;
	esac && kills=$((kills + 1)) && echo "$what" >>struck
}
kills=0 runs=0
: >struck
while [ $kills -lt "$KILLS" ]; do
	rm -rf history.csv* log lock.* && : >log
	runs=$((runs + 1))
	(submit) &
	tool=$!
	while [ "$(grep -c ,ok, history.csv 2>/dev/null || :)" != "$JOBS" ] && [ $kills -lt "$KILLS" ]; do
		below 9
		sleep "0.$((r + 1))"
		strike
		kill -0 "$tool" 2>/dev/null && continue
		wait "$tool"
		case $? in
		0) break ;;
		137) ;;
		*) fail "ended with another status than a kill" ;;
		esac
		(submit) &
		tool=$!
	done
	wait "$tool" || { [ $? -eq 137 ] && (submit); } || fail "the end: $?"
	[ "$(wc -l <history.csv)" -eq $((JOBS + 1)) ] && [ "$(grep -c ,ok, history.csv)" -eq "$JOBS" ] || fail "rows: $(cat history.csv)"
	[ "$(grep -c ^start log)" -eq "$JOBS" ] && [ "$(grep -c ^done log)" -eq "$JOBS" ] || fail "not once: $(cut -d' ' -f1,2 log | sort | uniq -c | awk '$1 > 1')"
	! grep overlap log || fail 'two at a time'
	awk -v places="$SSH_JOBS" '$1 == "start" && ++n[$3] > places { exit 1 } $1 == "done" { n[$3]-- }' log || fail "more than $SSH_JOBS on a host"
done
echo "$kills kills ($(sort struck | uniq -c | awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }')): $runs runs of $JOBS jobs, each once"
