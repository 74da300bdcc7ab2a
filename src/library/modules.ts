import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Case } from '#model/case.js';
import { sha256 } from '#model/data/digest.js';
import { strayContent } from '#model/data/stray-content.js';
import { type CheckSpec, innerChecks, type ModuleUse, moduleCheckValue, moduleUse } from '#model/grader.js';
import { isError, type Loaded, orNull, type Place, type Problem, problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, shellWord, short } from '#model/text/quoted.js';
import type { CommandLine } from './programs.js';
import { resolveInside } from './source/inside-root.js';
import { limitProblems, placeAt, placedText } from './source/place.js';

/** A function that a case names, in a check or in `extract`. */
interface NamedFunction extends ModuleUse {
  readonly case: string;
  readonly at: Place | undefined;
}

/**
 * Reads the modules that the cases of a prompt name, each once, with all files that they import. Problems: EVA_UNTRUSTABLE at each import
 * that trust cannot cover, EVA_BAD_CHECK for a function that its module does not export.
 */
export function readCaseModules(promptDir: string, cases: readonly Case[]): Loaded<readonly CommandLine[]> {
  const named = cases.flatMap(functionsOf);
  const modules = new Map<string, ModuleFiles>();
  const programs: CommandLine[] = [];
  const problems: Problem[] = [];
  for (const one of named) {
    const known = modules.get(one.file);
    const module = known ?? readModuleFiles(dirname(dirname(promptDir)), join(promptDir, one.file));
    if (!known) {
      modules.set(one.file, module);
      problems.push(...module.problems);
      const { files, readers } = module;
      const { case: name, file, at } = one;
      // The path of the module relative to the prompt's folder is its `argv`.
      const program: CommandLine = { kind: 'module', name, argv: [file], cwd: promptDir, files };
      programs.push({ ...program, ...(readers.length > 0 && { readers }), ...(at && { at }) });
    }
    if (module.exports && !module.exports.includes(one.name)) problems.push(noExport(one, module.exports));
  }
  return { value: programs, problems };
}

function noExport({ file, name, at }: NamedFunction, exports: readonly string[]): Problem {
  const meant = nearest(name, exports) ?? null;
  return problem('EVA_BAD_CHECK:no_export', `${short(file)} does not export ${quoted(name)}`, {
    hint:
      meant !== null
        ? `did you mean "${short(meant)}"?`
        : exports.length === 0
          ? `write in ${short(file)}: export function ${short(name)}(response) { … }`
          : `it exports ${exports.slice(0, 8).map(short).join(', ')}`,
    at,
  });
}

function functionsOf(testCase: Case): readonly NamedFunction[] {
  return testCase.expectations.flatMap(({ grader, at }) => {
    if (grader.grader !== 'trial_passes') return [];
    const { checks, extract, extract_at } = grader.params;
    const place = at ?? testCase.at;
    const uses = checks
      .flatMap(innerChecks)
      .flatMap((spec) => [
        ...(spec.op === 'module' ? [{ use: moduleCheckValue(spec.value)?.use ?? '', at: spec.at }] : []),
        ...useOfExtract(spec.extract).map((use) => ({ use, at: spec.extract_at ?? spec.at })),
      ]);
    const all = [...uses, ...useOfExtract(extract).map((use) => ({ use, at: extract_at }))];
    return all.flatMap(({ use, at: own = place }) => {
      const parts = moduleUse(use);
      return parts ? [{ ...parts, case: testCase.name, at: own }] : [];
    });
  });
}

function useOfExtract(extract: CheckSpec['extract']): readonly string[] {
  return typeof extract === 'object' && 'module' in extract ? [extract.module] : [];
}

/** A module with every file that it imports, directly or through another. */
interface ModuleFiles {
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
    this.files.push({ path, sha256: bytes === null ? 'unreadable' : sha256(bytes) });
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
      this.problems.push(stray);
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
      this.problems.push(
        problem(
          'EVA_UNTRUSTABLE:package',
          `a module of a check may import files of the library and node: modules, and ${quoted(specifier)} is neither`,
          {
            hint: isBuiltin(specifier)
              ? `write "node:${short(specifier)}"`
              : 'copy what you need into a file of the library and import that',
            at,
          },
        ),
      );
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

/** An import of a module. `start` and `end` are offsets of its specifier in UTF-16 units. */
interface Import {
  /** undefined for `import(…)`. */
  readonly specifier: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The imports of a module, and the names that it exports: null if not all of them are written in it. */
interface ModuleSyntax {
  readonly imports: readonly Import[];
  readonly exports: readonly string[] | null;
}

/** A node of a syntax tree, with the fields of ESTree that imports and exports have. */
interface SyntaxNode extends Partial<Record<'source' | 'exported' | 'declaration' | 'id', SyntaxNode | null>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly specifiers?: readonly SyntaxNode[];
  readonly declarations?: readonly SyntaxNode[];
}

const require = createRequire(import.meta.url);

/**
 * Returns the imports and exports of a module, or the offset of a syntax error. Parses it as Node does, since a lexer guesses where patterns and
 * texts end: a module can be written so that it does not see an import.
 */
export function importsOf(source: string): ModuleSyntax | { readonly errorAt: number } {
  try {
    const { parse } = require('acorn') as typeof import('acorn'); // few libraries have modules
    const { body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' }) as {
      readonly body: readonly SyntaxNode[];
    };
    const names = body.flatMap(exportedBy);
    const exports = names.filter((name) => name !== undefined);
    return { imports: importsIn(body), exports: exports.length < names.length ? null : exports };
  } catch (error) {
    const at = isError(error) && 'pos' in error ? Number(error.pos) : 0;
    return { errorAt: Math.min(at, Math.max(0, source.length - 1)) };
  }
}

/** Returns the imports in their order, `import(…)` at any depth. */
function importsIn(body: readonly SyntaxNode[]): readonly Import[] {
  const imports: Import[] = [];
  for (const left: unknown[] = [...body]; left.length > 0; ) {
    const part = left.pop();
    if (typeof part !== 'object' || part === null) continue;
    for (const inner of Object.values(part)) left.push(inner);
    const { type, source } = part as Partial<SyntaxNode>;
    if (type === undefined || !source) continue; // the value of a pattern has a `source` too
    const [specifier, quote] = type === 'ImportExpression' ? [undefined, 0] : [String(source.value), 1];
    imports.push({ specifier, start: source.start + quote, end: source.end - quote });
  }
  return imports.sort((a, b) => a.start - b.start);
}

/** Returns the names that a statement exports; undefined for names that it does not contain, or takes out of an object. */
function exportedBy({ type, exported, specifiers = [], declaration }: SyntaxNode): readonly (string | undefined)[] {
  if (type === 'ExportDefaultDeclaration') return ['default'];
  if (type === 'ExportAllDeclaration') return [nameOf(exported)];
  if (type !== 'ExportNamedDeclaration') return [];
  const declared = declaration ? (declaration.declarations ?? [declaration]) : [];
  return [...specifiers.map((part) => nameOf(part.exported)), ...declared.map(({ id }) => nameOf(id))];
}

function nameOf(node: SyntaxNode | null | undefined): string | undefined {
  return node?.name ?? (typeof node?.value === 'string' ? node.value : undefined);
}
