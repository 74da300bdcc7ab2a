import type { CompletedCommand, CompletedFlag, Value } from './command-tree.js';

/** Returns the completion script for fish 3.0 and newer. */
export function fishScript(eva: CompletedCommand, called: string): string {
  return `${start(called)}
complete -c eva -e
complete -c eva -f
${linesOf([], eva).join('\n')}
`;
}

const start = (called: string): string => `# fish completion for eva. To load it in every shell, save it as a file:
#   ${called} completion fish > ~/.config/fish/completions/eva.fish

# Prints the folder of the library: --root, EVA_ROOT, or the nearest folder upwards with prompts/.
function __eva_root
    set -l words (commandline -opc)
    set -l dir ''
    for i in (seq (count $words))
        if test "$words[$i]" = --root; and test $i -lt (count $words)
            set dir $words[(math $i + 1)]
        else if string match -q -- '--root=*' $words[$i]
            set dir (string replace -- --root= '' $words[$i])
        end
    end
    if test -z "$dir"
        set dir "$EVA_ROOT"
    end
    if test -z "$dir"
        set dir $PWD
        while test -n "$dir"; and not test -d "$dir/prompts"
            set dir (string replace -r '/[^/]*$' '' -- $dir)
        end
    end
    echo -- $dir
end

# Prints the names of the folders in a folder of the library that are one plain word.
function __eva_names
    set -l root (__eva_root)
    for path in $root/$argv[1]/*/
        if string match -qr -- '/[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*/$' $path
            string replace -r -- '^(?s:.*)/([^/]+)/$' '$1' $path
        end
    end
end

# Succeeds if the words before the cursor begin with these ones, such as \`cache clear\`.
function __eva_is
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    for i in (seq (count $argv))
        test "$words[$i]" = "$argv[$i]"; or return 1
    end
end

# Succeeds if the word before the cursor is this flag.
function __eva_after
    set -l words (commandline -opc)
    test "$words[-1]" = "$argv[1]"
end

# Succeeds if the words before the cursor are exactly these ones.
function __eva_is_only
    test (count (commandline -opc)) -eq (math (count $argv) + 1); and __eva_is $argv
end
`;

/** Returns the `complete` lines of a command and those below it. */
function linesOf(path: readonly string[], { flags, argument, commands }: CompletedCommand): readonly string[] {
  const here = ['__eva_is', ...path].join(' ');
  const only = ['__eva_is_only', ...path].join(' ');
  const own = commands.map(({ name, description }) => line(only, `-a ${quote(name)}`, description));
  const condition = path.length === 0 ? only : here;
  const ofFlags = flags.map((flag) => line(condition, flagWords(flag), flag.description));
  const optional = flags.flatMap(({ names, value, isOptional }) =>
    isOptional && value !== null
      ? names.map((name) => line(`${here}; and __eva_after ${name}`, argumentWords(value)))
      : [],
  );
  const ofArgument = argument ? [line(here, argumentWords(argument.value))] : [];
  return [
    ...own,
    ...ofFlags,
    ...optional,
    ...ofArgument,
    ...commands.flatMap((one) => linesOf([...path, one.name], one)),
  ];
}

function line(condition: string, words: string, description?: string): string {
  const about = description === undefined ? '' : ` -d ${quote(description)}`;
  return `complete -c eva -n ${quote(condition)} ${words}${about}`;
}

function flagWords({ names, value, isOptional }: CompletedFlag): string {
  const spelt = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
  if (value === null) return spelt;
  return `${spelt} ${isOptional ? '' : `-r ${argumentWords(value)}`}`.trim();
}

/** Returns the options of `complete` that say what a word can be. */
function argumentWords(value: Value): string {
  if (value === 'prompt') return "-a '(__eva_names prompts)'";
  if (value === 'run') return "-a '(__eva_names .eva/runs)'";
  if (value === 'folder') return "-a '(__fish_complete_directories)'";
  if (value === 'file') return '-F';
  return value === 'text' ? '' : `-a ${quote(value.join(' '))}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
