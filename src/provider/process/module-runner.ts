import { fileURLToPath, pathToFileURL } from 'node:url';
import type { JsonValue } from '#model/data/json.js';
import { shellWord } from '#model/text/quoted.js';
import { type LineFailure, type LineProgram, openLineProgram } from './line-program.js';

/** A call of an exported function: the absolute path of its module, its name, and what it is called with. */
export interface HostCall {
  readonly file: string;
  readonly name: string;
  readonly parameters: readonly JsonValue[];
}

/**
 * The outcome of a function. `value`: its result as JSON. `odd`: its result is not JSON, and this is its type. `threw`: the text of its error.
 * `unloaded`: the reason why the module or the function cannot be used. `changed`: the property of a built-in object that has
 * changed in the process since the module was loaded, by this call or an earlier one.
 */
export type HostAnswer =
  | { readonly value: JsonValue }
  | { readonly odd: string }
  | { readonly threw: string }
  | { readonly unloaded: string }
  | { readonly changed: string };

export type ModuleAnswer = HostAnswer | { readonly failure: LineFailure };

interface ModuleCall extends HostCall {
  /** Called immediately before the call. If it throws, there is no call. */
  readonly before?: (() => void) | undefined;
  readonly signal: AbortSignal;
}

/** The directory and the whole environment of the process of modules. */
interface ModulePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Time limit of one call, in milliseconds. */
export const moduleLimitMs = 2_000;
/** Memory that the objects of a module may use, in MB. */
export const moduleHeapMb = 256;

/** Time limit of the start of a process in milliseconds, on a busy machine too. */
const startLimitMs = 20_000;
const maxAnswerBytes = 4 * 1024 * 1024;
const maxStderrBytes = 8 * 1024 * 1024;
const script = fileURLToPath(new URL('./module-host.js', import.meta.url));

/**
 * Calls functions of modules in a process of its own, one after another. The process starts with the first call and serves the next ones. A
 * call that fails or changes a built-in object ends it. If the process had served others, the call is repeated in a new one, since an earlier
 * call may be the reason.
 */
export class ModuleRunner {
  readonly #place: ModulePlace;
  readonly #limitMs: number;
  readonly #counts = new Map<string, number>();
  #program: LineProgram | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #aloneQueue: Promise<unknown> = Promise.resolve();

  constructor(place: ModulePlace, limitMs = moduleLimitMs) {
    this.#place = place;
    this.#limitMs = limitMs;
  }

  /** Calls a function. Throws the signal's reason if it is aborted, and the errors of `before`. */
  call(call: ModuleCall): Promise<ModuleAnswer> {
    const answer = this.#queue.then(() => this.#call(call));
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  /** Calls a function in a new process, in which nothing was called before; only one such process at a time. Throws as `call` does. */
  callAlone(call: ModuleCall): Promise<ModuleAnswer> {
    const answer = this.#aloneQueue.then(() => this.#callAlone(call));
    this.#aloneQueue = answer.catch(() => undefined);
    return answer;
  }

  async #callAlone(call: ModuleCall): Promise<ModuleAnswer> {
    const runner = new ModuleRunner(this.#place, this.#limitMs);
    try {
      return await runner.call(call);
    } finally {
      await runner.close();
    }
  }

  /** Returns how often it was called with a text, this time included. */
  count(text: string): number {
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    return count;
  }

  /** Ends the process. The next call would start another. */
  async close(): Promise<void> {
    const program = this.#program;
    this.#program = undefined;
    await program?.close();
  }

  async #call(call: ModuleCall): Promise<ModuleAnswer> {
    const isUsed = this.#program !== undefined;
    const answer = await this.#attempt(call);
    return isUsed && ('failure' in answer || 'changed' in answer) ? this.#attempt(call) : answer;
  }

  async #attempt({ file, name, parameters, before, signal }: ModuleCall): Promise<ModuleAnswer> {
    try {
      const program = await this.#opened(signal);
      before?.();
      const line = JSON.stringify({ file, name, parameters } satisfies HostCall);
      const answer = await program.exchange(line, this.#limitMs);
      const outcome: ModuleAnswer = 'line' in answer ? JSON.parse(answer.line) : { failure: answer };
      if ('failure' in outcome || 'changed' in outcome) await this.close();
      return outcome;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Returns the running process, or starts one and waits until it is ready, which is not part of the time of a call. */
  async #opened(signal: AbortSignal): Promise<LineProgram> {
    if (this.#program) return this.#program;
    const argv = [process.execPath, `--max-old-space-size=${moduleHeapMb}`, script];
    const limits = { maxLineBytes: maxAnswerBytes, maxStderrBytes };
    this.#program = await openLineProgram({ argv, ...this.#place, ...limits, signal });
    await this.#program.exchange('null', startLimitMs);
    return this.#program;
  }
}

/** Returns the line that calls a function of a module in a shell, and fails with what it throws, or returns in place of a decision. */
export function lineToTry(file: string, name: string): string {
  const module = `import(${JSON.stringify(pathToFileURL(file).href)})`;
  return `node -e ${shellWord(`${module}.then((m) => m.${name}("a reply", {})).then(require("assert").ok)`)}`;
}
