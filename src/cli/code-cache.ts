import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  readonly #unsaved = new Map<string, Script>();

  /** Prepares all modules with compiled code, since V8 refuses it after the command has changed a flag. */
  constructor(folder: string, modules: string) {
    this.#folder = folder;
    for (const name of cachedIn(folder)) this.#prepare(join(modules, name));
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

  #prepare(path: string): Script {
    const code = readChecked(this.#cacheOf(path));
    const text = `(function(exports,require,module,__filename){${readFileSync(path, 'utf8')}\n})`;
    const script = new Script(text, { filename: path, ...(code && { cachedData: code }) });
    this.#scripts.set(path, script);
    if (!code) this.#unsaved.set(path, script);
    return script;
  }

  /** Writes the code of all modules that were compiled. Call this at the end, when V8 has compiled the functions that ran. */
  save(): void {
    if (this.#unsaved.size === 0) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      for (const [path, script] of this.#unsaved) writeWhole(this.#cacheOf(path), script.createCachedData());
    } catch {
      // the cache only saves time: no folder, no cache
    }
  }

  #cacheOf(path: string): string {
    return join(this.#folder, basename(path));
  }
}

function cachedIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  } catch {
    return [];
  }
}

/** Returns the compiled code in a file, or undefined if there is none. V8 crashes on damaged code, so a digest of it is before it. */
function readChecked(path: string): Buffer | undefined {
  try {
    const content = readFileSync(path);
    const code = content.subarray(digestBytes);
    return digestOf(code).equals(content.subarray(0, digestBytes)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes compiled code with its digest, so that another process reads the whole file or none. */
function writeWhole(path: string, code: Buffer): void {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, Buffer.concat([digestOf(code), code]), { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const digestBytes = 32;

function digestOf(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest();
}
