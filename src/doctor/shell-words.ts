/**
 * Words that a shell keeps for itself: the reserved words and built-in commands of POSIX, bash 5 (`compgen -bk`) and zsh that have the form
 * of an alias.
 */
export const shellWords: ReadonlySet<string> = new Set(
  `alias autoload bg bind bindkey break builtin caller case cd chdir command compgen complete compopt continue coproc declare dirs disown
do done echo elif else emulate enable end esac eval exec exit export false fc fg fi float for foreach function functions getopts hash help
history if in integer jobs kill let limit local log logout mapfile nocorrect noglob popd print printf pushd pwd read readarray readonly
rehash repeat return sched select set setopt shift shopt source suspend test then time times trap true ttyctl type typeset ulimit umask
unalias unfunction unhash unlimit unset unsetopt until vared wait whence where which while zcompile zle zmodload zparseopts zstyle`.split(
    /\s+/,
  ),
);
