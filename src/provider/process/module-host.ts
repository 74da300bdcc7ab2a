import { pathToFileURL } from 'node:url';
import { isError } from '#model/problem.js';
import type { HostAnswer, HostCall } from './module-runner.js';
import { placeIn } from './run-program.js';

// The script of the process that runs the functions of modules. Each line of its standard input is a call, and each answer is one line.

const { getOwnPropertyDescriptor, is } = Object;
const { ownKeys } = Reflect;

const constructors = {
  Object,
  Array,
  Function,
  String,
  Number,
  Boolean,
  Symbol,
  RegExp,
  Date,
  Promise,
  Map,
  Set,
};

/** The objects that all code of a process shares, by name. */
const shared: readonly (readonly [name: string, object: object])[] = [
  ...Object.entries(constructors),
  ...Object.entries(constructors).map(([name, { prototype }]) => [`${name}.prototype`, prototype] as const),
  ['Error.prototype', Error.prototype], // Error itself has settings, such as stackTraceLimit
  ['JSON', JSON],
  ['Math', Math],
];

/**
 * Notes the properties of the built-in objects. Returns a function that names the first one that was added, removed or replaced since, such as
 * `Object.prototype.admin`: a function that merges parsed data can do that, and all later calls would see it.
 */
function watchBuiltIns(): () => string | undefined {
  const noted = shared.map(([name, object]) => ({
    name,
    object,
    properties: new Map(ownKeys(object).map((key) => [key, getOwnPropertyDescriptor(object, key)])),
  }));
  return () => {
    for (const { name, object, properties } of noted) {
      const keys = ownKeys(object);
      const changed =
        keys.find((key) => !isSame(getOwnPropertyDescriptor(object, key), properties.get(key))) ??
        (keys.length < properties.size ? [...properties.keys()].find((key) => !keys.includes(key)) : undefined);
      if (changed !== undefined) return `${name}.${String(changed).slice(0, 100)}`;
    }
    return undefined;
  };
}

function isSame(now: PropertyDescriptor | undefined, then: PropertyDescriptor | undefined): boolean {
  return then !== undefined && is(now?.value, then.value) && now?.get === then.get && now?.set === then.set;
}

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
  const exportedFunction = Object.hasOwn(module.exported, name) ? module.exported[name] : undefined;
  if (typeof exportedFunction !== 'function') return { unloaded: `it does not export a function named ${name}` };
  try {
    return asData(await exportedFunction(...parameters));
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
