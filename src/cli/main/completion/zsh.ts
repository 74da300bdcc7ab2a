import type { CompletedCommand, CompletedFlag, Value } from './command-tree.js';

export function zshScript(eva: CompletedCommand, called: string): string {
  return `${start(called)}
${functionOf('_eva', eva)}
# Completes what follows "npx eva". Other words of npx are completed as without this script.
_eva_npx() {
  if (( CURRENT > 2 )) && [[ $words[2] == eva ]]; then
    shift words
    (( CURRENT-- ))
    _eva
  else
    _default
  fi
}

# Works both as a file of $fpath and with source.
if [[ $funcstack[1] == _eva ]]; then
  _eva "$@"
elif (( $+functions[compdef] )); then
  compdef _eva eva
  (( $+_comps[npx] )) || compdef _eva_npx npx
else
  print -u2 'eva completion: run compinit first, for example: autoload -Uz compinit && compinit'
fi
`;
}

const start = (called: string): string => `#compdef eva
# zsh completion for eva. To load it in every shell, add this line to ~/.zshrc, below compinit:
#   source <(${called} completion zsh)

# Adds the names of the folders in folder $1 of the library: --root, EVA_ROOT, or the nearest folder upwards with prompts/.
_eva_names() {
  local dir=\${(Q)opt_args[--root]:-$EVA_ROOT}
  if [[ -z $dir ]]; then
    dir=$PWD
    while [[ -n $dir && ! -d $dir/prompts ]]; do dir=\${dir%/*}; done
  fi
  local -a names
  () {
    setopt localoptions extendedglob noglobdots
    names=("$dir/$1"/*(N-/:t))
    names=(\${(M)names:#[[:alnum:]][[:alnum:]._-]#})
  } "$1"
  compadd "\${@:2}" -a names
}

_eva_prompts() { _eva_names prompts "$@" }
_eva_runs() { _eva_names .eva/runs "$@" }
`;

/** Returns the function for a command, after those of its subcommands. */
function functionOf(name: string, { flags, argument, commands }: CompletedCommand): string {
  const specs = flags.map((flag) => `    ${flagSpec(flag)}`);
  if (commands.length === 0) {
    const values = argument ? [`    ${quote(`${argument.isRepeated ? '*' : '1'}:${message(argument.value)}`)}`] : [];
    return `${name}() {\n  _arguments -s -S${lines([...specs, ...values])}\n}\n`;
  }
  const below = commands.map((one) => functionOf(`${name}_${one.name}`, one)).join('\n');
  const named = commands.map((one) => `        ${quote(`${escapeColons(one.name)}:${one.description}`)}\n`).join('');
  const branches = commands.map((one) => `        ${one.name}) ${name}_${one.name} ;;\n`).join('');
  return `${below}
${name}() {
  local curcontext=$curcontext state line
  local -A opt_args
  _arguments -C -s -S${lines([...specs, "    '1: :->command'", "    '*:: :->arguments'"])}
  case $state in
    command)
      local -a commands=(
${named}      )
      _describe -t commands command commands
      ;;
    arguments)
      curcontext="\${curcontext%:*:*}:eva-$line[1]:"
      case $line[1] in
${branches}      esac
      ;;
  esac
}
`;
}

function lines(specs: readonly string[]): string {
  return specs.map((spec) => ` \\\n${spec}`).join('');
}

/** Returns the argument of `_arguments` for a flag: other spellings that it excludes, description, value. */
function flagSpec({ names, description, value, isOptional, isRepeated }: CompletedFlag): string {
  const about = `[${description.replace(/[\\[\]]/g, '\\$&')}]`;
  const after = value === null ? '' : `${isOptional ? '::' : ':'}${message(value)}`;
  const specs = names.map((name) => {
    const isLong = name.startsWith('--');
    const spec = `${name}${value !== null && isLong ? '=' : ''}${about}${after}`;
    return quote(isRepeated ? `*${spec}` : `(${names.join(' ')})${spec}`);
  });
  return specs.join(' ');
}

/** Returns the message and the action of a value. */
function message(value: Value): string {
  if (typeof value !== 'string') return `value:(${value.join(' ')})`;
  return {
    prompt: 'prompt:_eva_prompts',
    run: 'run:_eva_runs',
    folder: 'folder:_files -/',
    file: 'file:_files',
    text: 'value: ',
  }[value];
}

function escapeColons(text: string): string {
  return text.replaceAll(':', '\\:');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
