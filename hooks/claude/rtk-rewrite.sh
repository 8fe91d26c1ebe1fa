#!/bin/sh
# rtk: Claude Code PreToolUse hook, script form.
# Hands the command of a Bash call to `rtk rewrite` and answers with what comes
# back. Holds no rule and no filter. Whatever is missing or broken: exit 0, and the
# command runs as it was written.

warn() {
    printf 'rtk hook: %s; commands run unshortened\n' "$1" >&2
    exit 0
}

command -v jq >/dev/null 2>&1 || warn 'jq is not installed'
command -v rtk >/dev/null 2>&1 || warn 'rtk is not on PATH'

# Older versions answer with other exit statuses. Asked once, then remembered.
cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}
if [ ! -e "$cache/rtk-hook-version-ok" ]; then
    version=$(rtk --version 2>/dev/null)
    version=${version#rtk }
    major=${version%%.*}
    minor=${version#*.}
    minor=${minor%%.*}
    case $major$minor in
        '' | *[!0-9]*) warn "rtk ${version:-of unknown version} is not understood" ;;
    esac
    [ "$major" -gt 0 ] || [ "$minor" -ge 23 ] || warn "rtk $version is older than 0.23.0"
    { mkdir -p "$cache" && : >"$cache/rtk-hook-version-ok"; } 2>/dev/null
fi

# The x keeps line ends at the end of a command, which $(...) would drop.
input=$(cat)
command=$(printf '%s' "$input" | jq -jn 'input | .tool_input.command | strings, "x"' 2>/dev/null) || exit 0
command=${command%x}
[ -n "$command" ] || exit 0

rewritten=$(
    RTK_HOOK_SCRIPT=$0 rtk rewrite "$command"
    status=$?
    printf x
    exit "$status"
)
status=$?

# 0: every command is allowed by a rule; 3: rewritten, and the agent decides;
# 1 (no rewrite), 2 (a deny rule, which the agent applies) and the rest: no opinion.
case $status in
    0) allow=true ;;
    3) allow=false ;;
    *) exit 0 ;;
esac

# Only the command itself with `rtk ` inserted is taken for an answer.
printf '%s' "$input" | jq -cn --arg new "${rewritten%x}" --argjson allow "$allow" '
    def inserted($old): reduce split("rtk ")[] as $piece ("rtk " + $old;
        if . == null then . else
        (if startswith("rtk ") then .[4:] else . end)
        | if startswith($piece) then .[($piece | length):] else null end end) == "";
    input
    | .tool_input.command as $old
    | (if ($new | endswith("\n")) and ($old | endswith("\n") | not) then $new[:-1] else $new end) as $new
    | select($new != $old and ($new | inserted($old)))
    | {hookSpecificOutput: ({hookEventName: "PreToolUse"}
        + (if $allow then {permissionDecision: "allow",
            permissionDecisionReason: "allowed by rule; output shortened by rtk"} else {} end)
        + {updatedInput: (.tool_input | .command = $new)})}' 2>/dev/null
exit 0
