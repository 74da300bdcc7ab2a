/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several, each as likely as the others. */
export function pick<T>(random: () => number, all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

/** What stands in the place of a value: of every kind, at the edges of each. */
const values = [
  'null',
  '0',
  '-1',
  '1e999',
  '1e308',
  '9007199254740993',
  '0.1',
  'true',
  '""',
  '[]',
  '{}',
  '"x"',
  '[[[]]]',
  '{"a":1}',
  '"\\ud800"',
  '"\\u0000"',
  '"\\u001b[31m::error::x"',
  '"../../../etc/passwd"',
  '{"__proto__":{"x":1}}',
  '{"constructor":null}',
  `"${'y'.repeat(70_000)}"`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'NaN',
  'undefined',
  '',
];

type Mutation = (bytes: Buffer, random: () => number) => Buffer;

/** What crashes, careless edits and hostile hands do to a file. */
const mutations: readonly Mutation[] = [
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => bytes.subarray(at(bytes, random)),
  (bytes, random) => Buffer.concat([bytes, bytes.subarray(at(bytes, random))]),
  (bytes, random) => spliced(bytes, at(bytes, random), 1, Buffer.of(Math.floor(random() * 256))),
  (bytes, random) => spliced(bytes, at(bytes, random), 300, Buffer.alloc(300)),
  (bytes, random) =>
    spliced(
      bytes,
      at(bytes, random),
      0,
      Buffer.from(pick(random, ['\n', '\r', '"', '{', ']', ',', '\ufeff', '\u2028'])),
    ),
  (bytes, random) => lines(bytes, (all) => all.filter((_, index) => index !== Math.floor(random() * all.length))),
  (bytes, random) => lines(bytes, (all) => [...all, pick(random, all)]),
  (bytes, random) => lines(bytes, (all) => all.toSorted(() => random() - 0.5)),
  (bytes, random) => changedValue(bytes, random),
  (bytes, random) => changedValue(changedValue(bytes, random), random),
  (bytes, random) => renamedKey(bytes, random),
  () => Buffer.alloc(0),
];

/** The bytes of a file after something has happened to it. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  return pick(random, mutations)(bytes, random);
}

function at(bytes: Buffer, random: () => number): number {
  return Math.floor(random() * bytes.length);
}

function spliced(bytes: Buffer, start: number, length: number, instead: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, start), instead, bytes.subarray(start + length)]);
}

function lines(bytes: Buffer, change: (all: string[]) => string[]): Buffer {
  return Buffer.from(change(bytes.toString().split('\n')).join('\n'));
}

/** Another value behind one of the keys of a JSON text. */
function changedValue(bytes: Buffer, random: () => number): Buffer {
  return changedMatch(
    bytes,
    random,
    /(?<="[\w$.-]+":\s*)(?:"(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null|\[|\{)/g,
    () => pick(random, values),
  );
}

function renamedKey(bytes: Buffer, random: () => number): Buffer {
  return changedMatch(bytes, random, /"[\w$.-]+"(?=:)/g, () =>
    pick(random, ['"__proto__"', '"x"', '""', '"toString"']),
  );
}

function changedMatch(bytes: Buffer, random: () => number, pattern: RegExp, instead: () => string): Buffer {
  const text = bytes.toString();
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return bytes;
  const { index, 0: found } = pick(random, matches);
  return Buffer.from(text.slice(0, index) + instead() + text.slice(index + found.length));
}
