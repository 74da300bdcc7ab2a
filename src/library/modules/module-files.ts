import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { orNull, problem } from '#errors/index.js';
import { resolveInside } from '#load/source/inside-root.js';
import { placeAt, placedText } from '#load/source/place.js';
import { limitProblems } from '#load/source/problem-list.js';
import { strayContent } from '#model/data/stray-content.js';
import type { Place, Problem } from '#model/problem.js';
import { quoted, shellWord, short } from '#model/text/quoted.js';
import { importsOf } from './imports.js';

/** A module with every file that it imports, directly or through another. */
export interface ModuleFiles {
  /** The module, then its imports in the order in which they occur, each once. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** The `node:` modules that these files import and that can read what is no evidence, such as `node:fs`; in order of their names. */
  readonly readers: readonly string[];
  /** The names that the module exports; null if they are unknown. */
  readonly exports: readonly string[] | null;
  /** The imports that eva cannot follow, each at its place. Trust could not cover what they load. */
  readonly problems: readonly Problem[];
}

/** The `node:` modules that read files, the network, the machine, or code that eva does not see. */
const readers =
  /^node:(?:child_process|cluster|dgram|dns|fs|http|http2|https|module|net|os|process|sqlite|tls|vm|worker_threads)(?:\/|$)/;

/** Maximum size of one file in bytes, and number of files of one module. */
const maxBytes = 5 * 1024 * 1024;
const maxFiles = 500;

/** Reads a module of a library and the files that it imports. Returns problems; never throws them. */
export function readModuleFiles(root: string, path: string): ModuleFiles {
  const walk = new ModuleWalk(root);
  const exports = walk.visit(orNull(() => realpathSync(path)) ?? path, undefined);
  return { files: walk.files, readers: [...walk.readers].sort(), exports, problems: limitProblems(walk.problems) };
}

class ModuleWalk {
  readonly files: { path: string; sha256: string }[] = [];
  readonly problems: Problem[] = [];
  readonly readers = new Set<string>();
  readonly #root: string;
  readonly #seen = new Set<string>();

  constructor(root: string) {
    this.#root = realpathSync(root);
  }

  /** Reads a file and what it imports. Returns the names that it exports; null if they are unknown. */
  visit(path: string, at: Place | undefined): readonly string[] | null {
    this.#seen.add(path);
    const file = this.#nameOf(path);
    const bytes = this.files.length < maxFiles ? bytesOf(path) : null;
    this.files.push({ path, sha256: bytes === null ? 'unreadable' : createHash('sha256').update(bytes).digest('hex') });
    if (bytes === null) {
      this.problems.push(
        problem(
          'EVA_UNTRUSTABLE:import_unreadable',
          `${short(file)} cannot be read, is larger than 5 MiB, or is one of more than 500 files of one module`,
          { hint: 'make it readable and small, or import less', at: at ?? { file } },
        ),
      );
      return null;
    }
    const stray = strayContent(bytes, file);
    if (stray) {
      this.problems.push(problem(stray, null, { at: { file } }));
      return null;
    }
    if (path.endsWith('.json')) return null;
    return this.#follow(path, placedText(bytes.toString('utf8'), file));
  }

  #follow(path: string, source: ReturnType<typeof placedText>): readonly string[] | null {
    const syntax = importsOf(source.text);
    if ('errorAt' in syntax) {
      const at = placeAt(source, syntax.errorAt);
      this.problems.push(
        problem(
          'EVA_UNTRUSTABLE:syntax',
          `${short(source.file)} is not a valid JavaScript module: there is a syntax error here`,
          { hint: `correct it; node --check ${shellWord(source.file)} says more`, at },
        ),
      );
      return null;
    }
    for (const { specifier, start, end } of syntax.imports) {
      const at = placeAt(source, start, end);
      if (specifier === undefined)
        this.problems.push(
          problem(
            'EVA_UNTRUSTABLE:dynamic',
            'a module of a check may not use import(…): trust could not cover what it loads',
            { hint: 'write an import statement at the top of the file', at },
          ),
        );
      else this.#import(specifier, path, at);
    }
    return syntax.exports;
  }

  #import(specifier: string, from: string, at: Place): void {
    if (readers.test(specifier)) this.readers.add(specifier);
    if (specifier.startsWith('node:')) return;
    if (!/^\.\.?\//.test(specifier)) {
      this.problems.push(problem('EVA_UNTRUSTABLE:package', { specifier, isBuiltin: isBuiltin(specifier) }, { at }));
      return;
    }
    const named = targetOf(specifier, from);
    const below = named === undefined ? '..' : relative(this.#root, named).split(sep).join('/');
    const { value, problems } = resolveInside(this.#root, [below], at);
    const isOutside = problems.some(({ code }) => code === 'EVA_OUTSIDE');
    if (isOutside)
      this.problems.push(
        problem(
          'EVA_UNTRUSTABLE:outside',
          `${quoted(specifier)} leaves the library, and trust covers files of the library alone`,
          { hint: 'copy the file into the library and import that', at },
        ),
      );
    else if (!value) this.problems.push(...problems);
    else if (!/\.(mjs|json)$/.test(value.path)) {
      this.problems.push(
        problem(
          'EVA_UNTRUSTABLE:kind',
          `${quoted(specifier)} is neither an .mjs nor a .json file, so eva cannot find out what it loads`,
          { hint: 'write it as a module with import and export, and name it .mjs', at },
        ),
      );
    } else if (!this.#seen.has(value.path)) this.visit(value.path, at);
  }

  #nameOf(path: string): string {
    return relative(this.#root, path).split(sep).join('/');
  }
}

/** Returns the file that a relative specifier names, as Node finds it; undefined if it names none. */
function targetOf(specifier: string, from: string): string | undefined {
  try {
    return fileURLToPath(new URL(specifier, pathToFileURL(from)));
  } catch {
    return undefined;
  }
}

function bytesOf(path: string): Buffer | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
