import type { Place } from '#model/problem.js';
import { visible } from '#report/text/visible.js';
import { openTakenPaths } from '../assemble/file-set.js';
import type { PromptFile } from '../draft.js';
import { type HelperName, moduleText, pythonRunner, runnerFile } from './module-text.js';

interface WrittenFunction {
  /** The beginning of its name: `check` becomes `check_1`. */
  readonly kind: 'check' | 'extract' | 'transform';
  readonly write: (name: string) => string;
  readonly helpers: readonly HelperName[];
  readonly at: Place;
}

/** A function or program that an import has copied. */
export interface CopiedFunction {
  /** Its file in the folder of the prompt, and its name in there. */
  readonly file: string;
  readonly name: string;
  readonly at: Place;
}

/** Collects the code of a prompt's checks: functions of one module, programs in Python, and copies of files. */
export interface CodeFiles {
  /** Adds a function, unless the same one is there. Returns its name. */
  addFunction(written: WrittenFunction): string;
  /** Adds a Python program as a file, unless the same one is there. Returns the path of the file. */
  addPython(code: string, at: Place): string;
  /** Adds a file that is copied. Returns false if the path is that of another file. */
  addFile(path: string, content: string): boolean;
  /** Imports a copied module into the generated one. Returns the name of the import. */
  importModule(path: string): string;
  /** The files to write into the folder of the prompt; none without code. */
  files(): readonly PromptFile[];
  copied(): readonly CopiedFunction[];
}

/** The module that holds the generated functions. */
export const moduleFile = 'checks.mjs';

/** Opens an empty collection. `source` is the name of the configuration, for the head of the module. */
export function openCodeFiles(source: string): CodeFiles {
  const functions = new Map<
    string,
    { readonly text: string; readonly name: string; readonly helpers: readonly HelperName[] }
  >();
  const programs = new Map<string, string>();
  const imports = new Map<string, string>();
  const files = new Map<string, string>();
  const copied: CopiedFunction[] = [];
  const taken = openTakenPaths();
  const put = (path: string, content: string) => {
    files.set(path, content);
    taken.add(path);
  };
  return {
    addFunction({ kind, write, helpers, at }) {
      const key = `${kind} ${write('?')}`;
      const known = functions.get(key);
      if (known) return known.name;
      const number = [...functions.keys()].filter((one) => one.startsWith(`${kind} `)).length + 1;
      const name = `${kind}_${number}`;
      functions.set(key, { name, helpers, text: `// ${placeInWords(at)}\n${write(name)}` });
      if (kind !== 'extract') copied.push({ file: moduleFile, name, at });
      return name;
    },
    addPython(code, at) {
      const known = programs.get(code);
      if (known !== undefined) return known;
      let number = programs.size + 1;
      while (taken.has(`checks/python_${number}.py`)) number++;
      const path = `checks/python_${number}.py`;
      programs.set(code, path);
      put(path, `# ${placeInWords(at)}\n${code}`);
      copied.push({ file: path, name: 'main', at });
      return path;
    },
    addFile(path, content) {
      if (files.get(path) === content) return true;
      if (taken.has(path) || taken.isBelowFile(path)) return false;
      put(path, content);
      return true;
    },
    importModule(path) {
      const name = imports.get(path) ?? `module_${imports.size + 1}`;
      imports.set(path, name);
      return name;
    },
    files: () => filesOf(source, files, imports, [...functions.values()]),
    copied: () => copied,
  };
}

/** Returns copied files and programs, with the module of the functions and the program that runs Python where they are needed. */
function filesOf(
  source: string,
  files: ReadonlyMap<string, string>,
  imports: ReadonlyMap<string, string>,
  functions: readonly { readonly text: string; readonly helpers: readonly HelperName[] }[],
): readonly PromptFile[] {
  const all = [...files].map(([path, content]) => ({ path, content }));
  if (all.some(({ path }) => path.endsWith('.py'))) all.unshift({ path: runnerFile, content: pythonRunner });
  if (functions.length === 0) return all;
  const content = moduleText(visible(source), imports, functions);
  return [{ path: moduleFile, content }, ...all];
}

function placeInWords({ file, line }: Place): string {
  return visible(line === undefined ? file : `${file}:${line}`);
}
