# What zsh offers at the end of each line of standard input: zsh -f complete.zsh FPATH_DIR
# A shell in a terminal of its own is typed into; its compadd writes what it is given.
zmodload zsh/zpty zsh/zselect || exit
zpty terminal zsh -f -i || exit
send() { zpty -w terminal "$1"; }
send "PROMPT= RPROMPT=; unset zle_bracketed_paste; TERM=dumb; stty -echo 2>/dev/null"
send "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
send "setopt nobeep"
send 'compadd() {
	if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
	local -a hits
	builtin compadd -A hits "$@"
	print -l -- $hits >>$HITS
	builtin compadd "$@"
}'
send 'finish() { _main_complete; compstate[insert]= compstate[list]=; print done >>$HITS }'
send "zle -C finish complete-word finish; bindkey '^I' finish; bindkey '^U' kill-whole-line"
while IFS= read -r line; do
	export HITS=$TMPDIR/hits.$$.$((++n))
	send "HITS=$HITS"
	zpty -w -n terminal "$line"$'\t'
	hits=()
	for ((i = 0; i < 10000; i++)); do
		while zpty -r -t terminal output; do :; done
		[[ ! -e $HITS ]] || hits=(${(f)"$(<$HITS)"})
		[[ $hits[-1] != done ]] || break
		zselect -t 2
	done
	print -r -- "$line -> ${(j: :)hits[1,-2]}"
	zpty -w -n terminal $'\C-u'
done
zpty -d terminal
