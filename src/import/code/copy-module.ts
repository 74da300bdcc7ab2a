import { posix } from 'node:path';
import { Script } from 'node:vm';
import { importsOf } from '#library/modules.js';
import type { Place } from '#model/problem.js';
import { type ExpectationContext, type NotMapped, notMapped } from '../assertions/mapped.js';
import { refusalOfCode, syntaxFlaw, withoutComments } from './inspect-code.js';

/** A module that is copied with what it imports. */
interface CopiedModule {
  /** Its path in the folder of the prompt. */
  readonly path: string;
  /** The names that it exports; null if they are unknown. */
  readonly exports: readonly string[] | null;
  readonly text: string;
}

interface Walk {
  readonly context: Pick<ExpectationContext, 'folder'>;
  readonly at: Place;
  readonly files: Map<string, string>;
  readonly seen: Set<string>;
}

/** Copies a JavaScript file and the files that it imports, if a check may run them. Nothing is copied otherwise. */
export function copyModule(path: string, at: Place, context: ExpectationContext): CopiedModule | NotMapped {
  const files = new Map<string, string>();
  const copied = visit(posix.normalize(path), { context, at, files, seen: new Set() });
  if ('kind' in copied) return copied;
  for (const [file, content] of files) if (!context.code.addFile(file, content)) return sameCopy(path);
  return { path: copied.path, exports: copied.exports, text: [...files.values()].join('\n') };
}

type Visited = (Omit<CopiedModule, 'text'> & { readonly isCommon?: true }) | NotMapped;

function visit(path: string, walk: Walk): Visited {
  if (/\.[cm]?tsx?$/i.test(path)) return notMapped(`${path} is TypeScript`, 'compile it to a module of JavaScript');
  const odd = refusalOfPath(path);
  if (odd) return odd;
  walk.seen.add(path);
  if (walk.files.has(copyPath(path))) return sameCopy(path);
  const { value: text, problems } = walk.context.folder.text(path, walk.at);
  if (text === null) return notMapped(problems[0]?.message ?? `${path} cannot be read`);
  const refused = refusalOfCode(text);
  if (refused) return { ...refused, reason: `${path}: ${refused.reason}` };
  const syntax = importsOf(text);
  const isModule =
    !('errorAt' in syntax) && (syntax.imports.length > 0 || syntax.exports === null || syntax.exports.length > 0);
  if (!isModule) return keepCommon(path, text, walk);
  let written = text;
  for (const { specifier, start, end } of [...syntax.imports].reverse()) {
    const target = targetOf(specifier ?? '', path, walk);
    if ('kind' in target) return target;
    written = written.slice(0, start) + target.specifier + written.slice(end);
  }
  const own = copyPath(path);
  walk.files.set(own, `// Copied from ${path}\n${written}`);
  return { path: own, exports: syntax.exports };
}

/** Keeps a CommonJS module as a module with one export. */
function keepCommon(path: string, text: string, { files }: Walk): Visited {
  const written = commonModule(path, text);
  if (typeof written !== 'string') return written;
  const own = copyPath(path);
  files.set(own, written);
  return { path: own, exports: null, isCommon: true };
}

/** Returns the specifier of an import in the copy. Copies the file that it names. */
function targetOf(specifier: string, from: string, walk: Walk): { readonly specifier: string } | NotMapped {
  if (!/^\.\.?\//.test(specifier)) {
    if (isPureBuiltIn(specifier)) return { specifier: `node:${specifier.replace(/^node:/, '')}` };
    return notMapped(`${from} imports "${specifier}"`, 'write it without packages, files and connections');
  }
  const path = posix.normalize(posix.join(posix.dirname(from), specifier));
  if (path.endsWith('.json')) return keepData(path, specifier, walk);
  if (!walk.seen.has(path)) {
    const copied = visit(path, walk);
    if ('kind' in copied) return copied;
    if (copied.isCommon) return notMapped(`${from} imports ${path}, which is no module`, 'write it with `export`');
  }
  return { specifier: specifier.replace(/\.[cm]?js$/, '.mjs') };
}

function keepData(
  path: string,
  specifier: string,
  { context, at, files }: Walk,
): { readonly specifier: string } | NotMapped {
  const odd = refusalOfPath(path);
  if (odd) return odd;
  const { value: text, problems } = context.folder.text(path, at);
  if (text === null) return notMapped(problems[0]?.message ?? `${path} cannot be read`);
  files.set(`checks/${path}`, text);
  return { specifier };
}

function copyPath(path: string): string {
  return `checks/${path.replace(/\.[cm]?js$/, '')}.mjs`;
}

/** Returns what is wrong with a text as a script, which has no `return` of its own. It is compiled and not executed. */
function scriptFlaw(text: string): string | undefined {
  try {
    new Script(`'use strict';\n${text}`);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Writes a CommonJS module as a module whose default export is its `module.exports`; or why that is impossible. */
function commonModule(path: string, text: string): string | NotMapped {
  const flaw = syntaxFlaw(text, ['module', 'exports', 'require']) ?? scriptFlaw(text);
  if (flaw !== undefined) return notMapped(`${path} is no code that eva can run: ${flaw}`);
  const code = withoutComments(text);
  const required = [...code.matchAll(/\brequire\s*\(\s*(['"`])([^'"`]+)\1\s*\)/g)].map(([, , name = '']) => name);
  const isPlain = (code.match(/\brequire\b/g) ?? []).length === required.length;
  const other = isPlain ? required.find((name) => !isPureBuiltIn(name)) : 'a module by a computed name';
  if (other !== undefined) {
    return notMapped(
      `${path} requires ${isPlain ? `"${other}"` : other}`,
      'write it without packages, files and connections',
    );
  }
  const names = [...new Set(required)];
  const imports = names.map(
    (name, index) => `import required_${index + 1} from 'node:${name.replace(/^node:/, '')}';\n`,
  );
  const table = names.map((name, index) => `${JSON.stringify(name)}: required_${index + 1}`).join(', ');
  const require = names.length === 0 ? '' : `const require = (name) => ({ ${table} })[name];\n`;
  return `// Copied from ${path}, a CommonJS module\n${imports.join('')}${require}const module = { exports: {} };\nconst { exports } = module;\n${text}\nexport default module.exports;\n`;
}

/** The modules of Node that read no files, no clock and no connection. */
const pure = [
  ...['assert', 'assert/strict', 'buffer', 'path', 'path/posix', 'querystring', 'string_decoder', 'url', 'util'],
];

/** Returns true for a module of Node that a check may import. */
function isPureBuiltIn(specifier: string): boolean {
  return pure.includes(specifier.replace(/^node:/, ''));
}

/** Returns the file and function of `file://PATH:NAME`; undefined for any other text. */
export function fileReference(text: string): { readonly path: string; readonly name?: string } | undefined {
  if (!text.startsWith('file://')) return undefined;
  const [path = '', name] = text.slice('file://'.length).split(':', 2);
  return { path, ...(name !== undefined && name !== '' && { name }) };
}

/** Returns why a file of code cannot be copied to a path like its own; undefined if nothing is in the way. */
export function refusalOfPath(path: string): NotMapped | undefined {
  if (posix.normalize(path).startsWith('../')) {
    return notMapped(
      `${path} is outside of the folder of the configuration, and eva copies no code from there`,
      'copy it into the folder',
    );
  }
  if (path.split('/').some((part) => part.startsWith('.') && part !== '.' && part !== '..')) {
    return notMapped(
      `${path} is a hidden file, and eva copies no code from there`,
      'move it to a folder that is not hidden',
    );
  }
  if (/^[\p{L}\p{M}\p{N}_@+=,() ./-]+$/u.test(path)) return undefined;
  return notMapped(`${path} has characters that the name of a module cannot have`, 'rename the file');
}

/** The reason for a file whose copy would replace that of another file. */
export function sameCopy(path: string): NotMapped {
  return notMapped(`the copy of ${path} would replace that of another file`, 'rename the file');
}
