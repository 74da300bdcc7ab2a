import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

type Require = (name: string) => unknown;

/**
 * Loads the CommonJS modules of one folder with the compiled code that an earlier process left in a cache folder. Node 20 has no such cache,
 * and that of later versions takes 40 ms of CPU more for a replay. V8 runs what it finds there: nobody else may write to the cache folder, and
 * it belongs to one state of the modules and of V8's flags.
 */
export class CodeCache {
  readonly #folder: string;
  readonly #scripts = new Map<string, Script>();
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #unsaved: { readonly path: string; readonly source: Buffer; readonly script: Script }[] = [];

  /** Prepares all modules with compiled code, since V8 refuses it after the command has changed a flag. */
  constructor(folder: string, modules: string) {
    this.#folder = folder;
    for (const name of filesIn(folder)) {
      const path = join(modules, name);
      if (existsSync(path)) this.#prepare(path, contentOf(join(folder, name)));
    }
  }

  /** Returns the exports of a module. The modules that it requires by a relative path are loaded in the same way, all others by Node. */
  load(path: string): unknown {
    const known = this.#modules.get(path);
    if (known) return known.exports;
    const module = { exports: {} };
    this.#modules.set(path, module);
    const requireOther = createRequire(path);
    const require: Require = (name) =>
      name.startsWith('.') ? this.load(join(dirname(path), name)) : requireOther(name);
    const script = this.#scripts.get(path) ?? this.#prepare(path);
    script.runInThisContext()(module.exports, require, module, path);
    return module.exports;
  }

  #prepare(path: string, saved?: Buffer): Script {
    const source = readFileSync(path);
    const code = saved && codeFor(source, saved);
    const script = new Script(Buffer.concat([opening, source, closing]).toString(), {
      filename: path,
      columnOffset: -opening.length,
      ...(code && { cachedData: code }),
    });
    this.#scripts.set(path, script);
    if (!code || script.cachedDataRejected) this.#unsaved.push({ path, source, script });
    return script;
  }

  /** Writes the code of all modules that were compiled. Call this at the end, when V8 has compiled the functions that ran. */
  save(): void {
    if (this.#unsaved.length === 0) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      for (const { path, source, script } of this.#unsaved) {
        const code = script.createCachedData();
        writeWhole(join(this.#folder, basename(path)), Buffer.concat([digestOf(source, code), code]));
      }
    } catch {
      // the cache only saves time: no folder, no cache
    }
  }
}

/**
 * What is before the text of a module: the parameters that Node gives to CommonJS. It is joined to the text as bytes, since joined strings
 * leave a second copy of all code on the heap, for which V8 would collect garbage in the midst of a short command.
 */
const opening = Buffer.from('(function(exports,require,module,__filename){');

/** What is after the text. */
const closing = Buffer.from('\n})');

/** Lists the files of the folder; no links and pipes, which may never end. */
function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the compiled code in a saved file; undefined if it is damaged or that of another text. V8 crashes on damaged code, and looks only
 * at the length of the text, so a digest of both is before the code.
 */
function codeFor(source: Buffer, saved: Buffer): Buffer | undefined {
  const code = saved.subarray(digestBytes);
  return digestOf(source, code).equals(saved.subarray(0, digestBytes)) ? code : undefined;
}

/** Writes a file so that another process reads it whole or not at all. */
function writeWhole(path: string, content: Buffer): void {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const digestBytes = 32;

function digestOf(source: Buffer, code: Buffer): Buffer {
  return createHash('sha256').update(source).update(code).digest();
}
