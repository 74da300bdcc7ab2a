import { pathToFileURL } from 'node:url';
import { isError } from '#model/thrown.js';
import { placeIn } from '../last-words.js';
import { watchBuiltIns } from './built-ins.js';
import type { HostAnswer, HostCall } from './module-runner.js';

// The script of the process that runs the functions of modules. Each line of its standard input is a call, and each answer is one line.

const { stdin, stdout, stderr } = process;
const write = stdout.write.bind(stdout);
stdout.write = stderr.write.bind(stderr); // what a module prints must not look like an answer

const loaded = new Set<string>();
let changedBuiltIn = watchBuiltIns();

/** Answers a call, unless a built-in object has changed: the answer may then depend on earlier calls. */
async function answerTo(call: HostCall): Promise<HostAnswer> {
  const answer = await called(call);
  const changed = changedBuiltIn();
  return changed === undefined ? answer : { changed };
}

async function called({ file, name, parameters }: HostCall): Promise<HostAnswer> {
  const module = await load(file);
  if ('unloaded' in module) return module;
  const own = Object.hasOwn(module.exported, name) ? module.exported[name] : undefined;
  if (typeof own !== 'function') return { unloaded: `it does not export a function named ${name}` };
  try {
    return asData(await own(...parameters));
  } catch (error) {
    return { threw: textOf(error) };
  }
}

/** Loads a module. It may extend built-in objects while it is loaded, the first time. */
async function load(
  file: string,
): Promise<{ readonly exported: Readonly<Record<string, unknown>> } | { readonly unloaded: string }> {
  try {
    const isClean = changedBuiltIn() === undefined;
    const exported = await import(pathToFileURL(file).href);
    if (isClean && !loaded.has(file)) changedBuiltIn = watchBuiltIns();
    loaded.add(file);
    return { exported };
  } catch (error) {
    return { unloaded: textOf(error) };
  }
}

/** Returns a result as JSON, or the reason why it is not JSON. */
function asData(result: unknown): HostAnswer {
  try {
    const text = JSON.stringify(result);
    return text === undefined ? { odd: String(typeof result) } : { value: JSON.parse(text) };
  } catch {
    return { odd: typeof result === 'object' ? 'an object that is no JSON' : typeof result };
  }
}

/** Returns the text of an error with its place. It is shortened only where keys in it have been masked. */
function textOf(error: unknown): string {
  try {
    if (!isError(error)) return String(error).slice(0, 1_000_000);
    const text = (error.message || error.name).slice(0, 1_000_000);
    return text + placeIn(String(error.stack).slice(-10_000), text);
  } catch {
    return 'an error without a text';
  }
}

let rest = '';
let answers = Promise.resolve();
stdin.setEncoding('utf8');
stdin.on('data', (piece: string) => {
  const lines = (rest + piece).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) answers = answers.then(() => answer(line));
});
stdin.on('end', () => process.exit(0)); // timers of a module must not keep the process alive

async function answer(line: string): Promise<void> {
  const call: HostCall | null = JSON.parse(line);
  write(`${JSON.stringify(call && (await answerTo(call)))}\n`);
}
