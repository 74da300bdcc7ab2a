import type { CompletedCommand, Value } from './command-tree.js';

/** Returns the completion script for bash 3.2 and newer. */
export function bashScript(eva: CompletedCommand, called: string): string {
  const commands = eva.commands.flatMap((one) => [
    caseOf(one.name, one),
    ...one.commands.map((sub) => caseOf(`${one.name} ${sub.name}`, sub)),
  ]);
  const nested = eva.commands.filter((one) => one.commands.length > 0).map(({ name }) => name);
  return `${start(called)}
_eva() {
  local IFS=$' \\t\\n' cur=\${COMP_WORDS[COMP_CWORD]-} prev='' command='' wants='' flags='' words='' word
  COMPREPLY=()
  if ((COMP_CWORD > 0)); then prev=\${COMP_WORDS[COMP_CWORD - 1]}; fi
  # bash makes a word of the "=" in --flag=value.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]-}
  fi
  if ((COMP_CWORD > 1)); then command=\${COMP_WORDS[1]}; fi
  case $command in
  ${nested.join(' | ')}) if ((COMP_CWORD > 2)); then command="$command \${COMP_WORDS[2]}"; fi ;;
  esac
  case $command in
${[caseOf('', eva), ...commands].join('')}  esac
  if [[ $cur == -* ]]; then
    words=$flags
  elif [[ $wants == prompts || $wants == runs ]]; then
    while IFS= read -r word; do
      if [[ $word == "$cur"* ]]; then COMPREPLY+=("$word"); fi
    done < <(_eva_names "$wants")
    return
  elif [[ $wants != words ]]; then
    return # bash completes names of files
  fi
  for word in $words; do
    if [[ $word == "$cur"* ]]; then COMPREPLY+=("$word"); fi
  done
}

complete -o default -F _eva eva

# Completes what follows "npx eva". Other words of npx are names of files, as without this script.
_eva_npx() {
  COMPREPLY=()
  if ((COMP_CWORD < 2)) || [[ \${COMP_WORDS[1]} != eva ]]; then return; fi
  COMP_WORDS=("\${COMP_WORDS[@]:1}")
  COMP_CWORD=$((COMP_CWORD - 1))
  _eva
}

complete -p npx >/dev/null 2>&1 || complete -o default -F _eva_npx npx
`;
}

const start = (
  called: string,
): string => `# bash completion for eva. To load it in every shell, add this line to ~/.bashrc:
#   source <(${called} completion bash)

# Prints the folder of the library: --root, EVA_ROOT, or the nearest folder upwards with prompts/.
_eva_root() {
  local dir='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} != --root ]]; then continue; fi
    dir=\${COMP_WORDS[i + 1]-}
    if [[ $dir == = ]]; then dir=\${COMP_WORDS[i + 2]-}; fi
  done
  if [[ -z $dir ]]; then dir=\${EVA_ROOT-}; fi
  if [[ -n $dir ]]; then
    if [[ $dir != /* ]]; then dir=$PWD/$dir; fi
    printf '%s' "$dir"
    return
  fi
  dir=$PWD
  while [[ ! -d $dir/prompts ]]; do
    if [[ -z $dir ]]; then return 1; fi
    dir=\${dir%/*}
  done
  printf '%s' "$dir"
}

# Prints the ids of prompts, or the names of runs. Leaves out names that a shell would not take as one plain word.
_eva_names() {
  local root name folder=prompts
  if [[ $1 == runs ]]; then folder=.eva/runs; fi
  root=$(_eva_root) || return 0
  builtin cd -- "$root/$folder" >/dev/null 2>&1 || return 0
  shopt -u failglob dotglob
  for name in */; do
    name=\${name%/}
    case $name in '' | [._-]* | *[![:alnum:]._-]*) continue ;; esac
    printf '%s\\n' "$name"
  done
}
`;

/** Returns the branch of `case` for one command: its flags, and what its argument and the values of its flags are. */
function caseOf(path: string, { flags, argument, commands }: CompletedCommand): string {
  const names = flags.flatMap((flag) => flag.names);
  const argumentValue = commands.length > 0 ? commands.map(({ name }) => name) : (argument?.value ?? 'text');
  const values = flags.flatMap((flag) =>
    flag.value === null ? [] : [`    ${flag.names.join(' | ')}) ${assigned(flag.value)} ;;\n`],
  );
  const ofFlags = values.length > 0 ? `    case $prev in\n${values.join('')}    esac\n` : '';
  return `  '${path}')\n    flags='${names.join(' ')}'\n    ${assigned(argumentValue)}\n${ofFlags}    ;;\n`;
}

/** Returns the assignments that say how a word is completed. */
function assigned(value: Value): string {
  if (value === 'prompt') return 'wants=prompts';
  if (value === 'run') return 'wants=runs';
  return typeof value === 'string' ? 'wants=files' : `wants=words words='${value.join(' ')}'`;
}
