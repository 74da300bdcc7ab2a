import { quoted, shellWord } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

const flawsOfIds = {
  empty: 'it is empty',
  long: 'it is longer than 100 characters',
  invisible: 'it has control or invisible characters',
  slash: 'it has a slash',
  hidden: 'eva skips names that begin with "." or "_"',
} as const;

export type IdFlaw = keyof typeof flawsOfIds;

/** The sentences of problems that `library` finds. */
export const librarySentences = {
  'EVA_DISK:list': ({ dir }: { readonly dir: string }) => ({ message: `cannot list ${dir}` }),
  'EVA_BAD_ID:link': {
    message: 'this is a symbolic link that leaves the library',
    hint: 'put the prompt itself there, not a link to it',
  },
  'EVA_BAD_ID:name': ({ id, flaw }: { readonly id: string; readonly flaw: IdFlaw }) => ({
    message: `${JSON.stringify(id)} cannot be the id of a prompt: ${flawsOfIds[flaw]}`,
    hint: 'an id is the name of a directory in prompts/, such as surgical-diff',
  }),
  'EVA_UNKNOWN_PROMPT:library': ({
    id,
    meant,
    known,
  }: {
    readonly id: string;
    readonly meant: string | undefined;
    readonly known: readonly string[];
  }) => ({
    message: `there is no prompt "${id}"`,
    hint: meant === undefined ? (hintOfList(id, known) ?? listed(known)) : `did you mean "${meant}"?`,
  }),
  'EVA_UNKNOWN_PROMPT:pattern': ({
    pattern,
    known,
  }: {
    readonly pattern: string;
    readonly known: readonly string[];
  }) => ({ message: `no prompt matches ${quoted(pattern)}`, hint: listed(known) }),
  'EVA_UNKNOWN_PROMPT:path': ({
    path,
    root,
    meant,
  }: {
    readonly path: string;
    readonly root: string;
    readonly meant?: string;
  }) => ({
    message: `${quoted(path)} is not the folder of a prompt, nor a file in one`,
    hint:
      meant !== undefined
        ? `did you mean ${meant}?`
        : `the prompts of this library are the folders in ${quoted(`${root}/prompts`)}; eva list shows them`,
  }),
  'EVA_UNKNOWN_PROMPT:backslash': ({ word, path }: { readonly word: string; readonly path: string }) => ({
    message: `${quoted(word)} is no path here: a backslash separates no folders`,
    hint: `did you mean ${path}?`,
  }),
  'EVA_NO_LIBRARY:named': ({ name, value }: { readonly name: string; readonly value: string }) => ({
    message: `${name} is "${value}", and there is no prompts/ in it`,
    hint: `set ${name} to the directory that has prompts/; eva init DIR makes one`,
  }),
  'EVA_NO_LIBRARY:above': ({ cwd }: { readonly cwd: string }) => ({
    message: `there is no prompts/ in ${cwd} or in a directory above it`,
    hint: 'make a library here: eva init; or name one with --root DIR or EVA_ROOT',
  }),
  'EVA_NO_LIBRARY:promptfoo': ({ file }: { readonly file: string }) => ({
    message: `there is no prompts/ here, and eva does not evaluate ${file} itself`,
    hint: /\.(?:ya?ml|json)$/.test(file)
      ? `make prompts of it: eva import promptfoo ${shellWord(file)}`
      : `make a library here: eva init; docs/guide/from-promptfoo.md says what becomes of ${file}`,
  }),
  'EVA_NO_LIBRARY:renamed': ({ folder }: { readonly folder: string }) => ({
    message: `there is no prompts/ here, only ${folder}/`,
    hint: `if your prompts are in it, type mv ${folder} prompts; each is a folder there, such as prompts/greet/prompt.md`,
  }),
  'EVA_NO_LIBRARY:loose': ({ files }: { readonly files: readonly string[] }) => ({
    message: `there is no prompts/ here; ${files.join(' and ')} ${files.length === 1 ? 'belongs' : 'belong'} into a folder there`,
    hint: `type mkdir -p prompts/my-prompt && mv ${files.join(' ')} prompts/my-prompt`,
  }),
  EVA_FOREIGN_LIBRARY: ({ dir, foreign }: { readonly dir: string; readonly foreign: string }) => ({
    message: `the library in ${dir} was found above the working directory, and ${foreign} belongs to another user`,
    hint: `if you trust that user, name the library: --root ${shellWord(dir)}`,
  }),
  EVA_META_EDIT: ({ file }: { readonly file: string }) => ({
    message: `eva cannot change status and updated in ${file} without changing more`,
    hint: 'write status and updated as plain words on lines of their own',
  }),
  EVA_PROGRAM_CHANGED: ({
    owner,
    name,
    argv,
    paths,
  }: {
    readonly owner: string;
    readonly name: string;
    readonly argv: readonly string[];
    readonly paths: readonly string[];
  }) => ({
    message: `${owner} ${quoted(name)}: the program ${JSON.stringify(argv)} was changed during the run: ${paths.join(', ')}`,
    hint: 'nothing was decided; restore the file and resume the run, or start the run again',
  }),
  'EVA_UNTRUSTABLE:package': ({
    specifier,
    isBuiltin,
  }: {
    readonly specifier: string;
    readonly isBuiltin: boolean;
  }) => ({
    message: `a module of a check may import files of the library and node: modules, and ${quoted(specifier)} is neither`,
    hint: isBuiltin ? `write "node:${specifier}"` : 'copy what you need into a file of the library and import that',
  }),
  'EVA_UNTRUSTABLE:dynamic': {
    message: 'a module of a check may not use import(…): trust could not cover what it loads',
    hint: 'write an import statement at the top of the file',
  },
  'EVA_UNTRUSTABLE:outside': ({ specifier }: { readonly specifier: string }) => ({
    message: `${quoted(specifier)} leaves the library, and trust covers files of the library alone`,
    hint: 'copy the file into the library and import that',
  }),
  'EVA_UNTRUSTABLE:kind': ({ specifier }: { readonly specifier: string }) => ({
    message: `${quoted(specifier)} is neither an .mjs nor a .json file, so eva cannot find out what it loads`,
    hint: 'write it as a module with import and export, and name it .mjs',
  }),
  'EVA_UNTRUSTABLE:import_unreadable': ({ file }: { readonly file: string }) => ({
    message: `${file} cannot be read, is larger than 5 MiB, or is one of more than 500 files of one module`,
    hint: 'make it readable and small, or import less',
  }),
  'EVA_UNTRUSTABLE:syntax': ({ file }: { readonly file: string }) => ({
    message: `${file} is not a valid JavaScript module: there is a syntax error here`,
    hint: `correct it; node --check ${shellWord(file)} says more`,
  }),
  'EVA_BAD_CHECK:no_export': ({
    file,
    name,
    meant,
    exports,
  }: {
    readonly file: string;
    readonly name: string;
    readonly meant: string | null;
    readonly exports: readonly string[];
  }) => ({
    message: `${file} does not export ${quoted(name)}`,
    hint:
      meant !== null
        ? `did you mean "${meant}"?`
        : exports.length === 0
          ? `write in ${file}: export function ${name}(response) { … }`
          : `it exports ${exports.slice(0, 8).join(', ')}`,
  }),
} as const satisfies SentenceTable;

/** Returns the hint for a word that means several prompts: `all`, or ids with commas between them. */
function hintOfList(id: string, known: readonly string[]): string | undefined {
  if (id === 'all') return 'to take all prompts, name none: eva eval, or eva doctor';
  const ids = id.split(',').map((one) => one.trim());
  const areIds = ids.length > 1 && ids.every((one) => known.includes(one));
  return areIds ? `write blanks between ids: ${ids.map(shellWord).join(' ')}` : undefined;
}

function listed(known: readonly string[]): string {
  if (known.length === 0) return 'prompts/ holds no prompts yet; make one: eva new ID';
  const more = known.length > 8 ? `, and ${known.length - 8} more` : '';
  return `there are: ${known.slice(0, 8).join(', ')}${more}`;
}
