import { posix } from 'node:path';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { visible } from '#report/text/visible.js';
import { type LeftOut, leftOut } from '../assertions/mapped.js';
import type { PromptFile } from '../draft.js';
import type { ImportedTest } from '../imported.js';
import { openTakenPaths } from '../read-promptfoo.js';
import { type HelperName, moduleText } from './module-text.js';
import { pythonRunner, runnerFile } from './python-assertion.js';

/** A function of the generated module. */
interface WrittenFunction {
  /** The beginning of its name: `check` becomes `check_1`. */
  readonly kind: 'check' | 'extract' | 'transform';
  /** Writes its declaration with a name. */
  readonly write: (name: string) => string;
  /** The helpers of the module that it calls. */
  readonly helpers: readonly HelperName[];
  /** Where its code is written. */
  readonly at: Place;
}

/** A function or program that an import has copied. */
export interface CopiedCode {
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
  /** What was copied, and from where. */
  copied(): readonly CopiedCode[];
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
  const copied: CopiedCode[] = [];
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
    files() {
      const all = [...files].map(([path, content]) => ({ path, content }));
      const needsRunner = all.some(({ path }) => path.endsWith('.py'));
      const runner = needsRunner ? [{ path: runnerFile, content: pythonRunner }] : [];
      if (functions.size === 0) return [...runner, ...all];
      const content = moduleText({
        source: visible(source),
        imports: [...imports],
        functions: [...functions.values()],
      });
      return [{ path: moduleFile, content }, ...runner, ...all];
    },
    copied: () => copied,
  };
}

function placeInWords({ file, line }: Place): string {
  return visible(line === undefined ? file : `${file}:${line}`);
}

/** Returns why a file of code cannot be copied to a path like its own; undefined if nothing is in the way. */
export function refusalOfPath(path: string): LeftOut | undefined {
  if (posix.normalize(path).startsWith('../')) {
    return leftOut(
      `${path} is outside of the folder of the configuration, and eva copies no code from there`,
      'copy it into the folder',
    );
  }
  if (path.split('/').some((part) => part.startsWith('.') && part !== '.' && part !== '..')) {
    return leftOut(
      `${path} is a hidden file, and eva copies no code from there`,
      'move it to a folder that is not hidden',
    );
  }
  if (/^[\p{L}\p{M}\p{N}_@+=,() ./-]+$/u.test(path)) return undefined;
  return leftOut(`${path} has characters that the name of a module cannot have`, 'rename the file');
}

/** The reason for a file whose copy would replace that of another file. */
export function sameCopy(path: string): LeftOut {
  return leftOut(`the copy of ${path} would replace that of another file`, 'rename the file');
}

/** Returns true if code looks at the variables of the test. */
export function looksAtCase(code: string): boolean {
  return /\b(?:vars|context|ctx)\b/.test(code);
}

/** Returns the data for a function beside the case: `config`, and in `json` the names of variables that are no texts. */
export function argsOf(code: string, { vars }: ImportedTest, config: JsonValue | undefined): JsonObject | undefined {
  const others = Object.entries(vars).flatMap(([name, variable]) =>
    variable.kind === 'value' && typeof variable.value !== 'string' ? [name] : [],
  );
  const json = namesOnly(code) ? others.filter((name) => mentions(code, name)) : others;
  if (json.length === 0 && config === undefined) return undefined;
  return { ...(config !== undefined && { config }), ...(json.length > 0 && { json }) };
}

function mentions(code: string, name: string): boolean {
  return /\W/.test(name) ? code.includes(name) : code.split(/\W+/).includes(name);
}

/** Returns true if code takes variables by their names only, so that it uses none whose name is not in it. */
function namesOnly(code: string): boolean {
  return !/\bvars\b(?!['"]?\s*(?:\]\s*(?:\.get\(\s*|\[\s*)['"]|(?:\?\.|\.)\s*[\w$]|(?:\?\.)?\[\s*['"]))/.test(code);
}

const longestName = 80;

/** Returns the name of a check in reports: the code itself if it is short. */
export function nameOfCode(code: string, isNot: boolean): string | undefined {
  const text = code.trim().replace(/^file:\/\//, '');
  if (text.includes('\n') || text.length > longestName) return undefined;
  return isNot ? `not: ${text}` : text;
}
