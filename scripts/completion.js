// Writes what shells complete, eva.bash (for zsh too) and eva.fish, into a folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from '../dist/cli/flags/program.js';

/** Lists the commands with what follows each: its subcommands, the flags of all of them, and whether it takes prompts. */
function rows() {
  const program = buildProgram({ argv: [], stdout: process.stdout, stderr: process.stderr }, () => {}, []);
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    subcommands: command.commands.map((one) => one.name()),
    flags: [command, ...command.commands].flatMap((one) => one.createHelp().visibleOptions(one)),
    takesPrompts: /^(ids?|run)$/.test(command.registeredArguments[0]?.name() ?? '') && command.name() !== 'new',
  }));
}

function bashCase({ name, subcommands, flags, takesPrompts }) {
  const valued = flags.filter(({ required, optional }) => required || optional);
  const values = valued.map(({ long, argChoices = [] }) => `    ${long}) words='${argChoices.join(' ')}'; return ;;`);
  return `  ${name})
    case $prev in
${values.join('\n')}
    esac
    flags='${flags.map(({ long }) => long).join(' ')}'
    ${takesPrompts ? `words=$(_eva_prompts)` : `words='${subcommands.join(' ')}'`} ;;`;
}

function bash(commands) {
  return `# Completes eva in bash, and in zsh after: autoload -U +X bashcompinit && bashcompinit
# bash evaluates the words that it completes, so only plain names are listed.
_eva_prompts() {
  ls "\${EVA_ROOT:-.}/prompts" 2>/dev/null | grep -xE '[[:alnum:]][[:alnum:]._-]*'
}
_eva_words() {
  local prev=\${COMP_WORDS[COMP_CWORD-1]} flags=''
  case \${COMP_WORDS[1]} in
${commands.map(bashCase).join('\n')}
  esac
  case \${COMP_WORDS[COMP_CWORD]} in -*) words=$flags ;; esac
}
_eva() {
  local words='${commands.map(({ name }) => name).join(' ')}'
  if [ "$COMP_CWORD" -gt 1 ]; then words=''; _eva_words; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _eva eva
`;
}

function fish(commands) {
  const quote = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const flagLine = (name) => (flag) => {
    const value =
      flag.required || flag.optional ? ` -r${flag.argChoices ? ` -a ${quote(flag.argChoices.join(' '))}` : ''}` : '';
    return `complete -c eva -n ${quote(`__fish_seen_subcommand_from ${name}`)} -l ${flag.long.slice(2)}${value} -d ${quote(flag.description)}`;
  };
  const lines = commands.flatMap(({ name, description, subcommands, flags, takesPrompts }) => {
    const words = takesPrompts ? '(__eva_prompts)' : subcommands.join(' ');
    const rest = words === '' ? '' : ` -f -a ${quote(words)}`;
    return [
      `complete -c eva -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
      ...(rest === '' ? [] : [`complete -c eva -n ${quote(`__fish_seen_subcommand_from ${name}`)}${rest}`]),
      ...flags.map(flagLine(name)),
    ];
  });
  return `# Completes eva in fish.
function __eva_prompts
    set -l root .
    set -q EVA_ROOT; and set root $EVA_ROOT
    ls $root/prompts 2>/dev/null
end
${lines.join('\n')}
`;
}

/** Writes the files into a folder. */
export function writeCompletion(folder) {
  const commands = rows();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'eva.bash'), bash(commands));
  writeFileSync(join(folder, 'eva.fish'), fish(commands));
}
