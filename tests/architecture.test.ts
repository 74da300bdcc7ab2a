import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import test from 'node:test';
import { providerTypes } from '#provider/types/index.js';

type Effect = 'disk' | 'network' | 'process' | 'streams' | 'env';
interface Room {
  /** The rooms that it imports, where they are fewer than all rooms below it. */
  readonly imports?: readonly string[];
  readonly effects: readonly Effect[];
  /** The one file of the room that may touch them; every file unless set. */
  readonly touchedIn?: string;
  /** The files and parts of the room that may touch more, and what. */
  readonly besides?: readonly { readonly unit: string; readonly effects: readonly Effect[] }[];
  /** The reason, said to whoever breaks the law. */
  readonly why: string;
}

/** The rooms from the ground up: each imports only rooms that stand before it. */
const rooms: Record<string, Room> = {
  model: { effects: [], why: 'the vocabulary depends on nothing, so that everything may depend on it' },
  stats: { imports: [], effects: [], why: 'numbers in, numbers out' },
  store: {
    imports: ['model'],
    effects: ['disk'],
    besides: [{ unit: 'store/locks', effects: ['env', 'process'] }],
    why: 'a log is bytes on a disk, whoever writes it; whether the holder of a lock still lives is asked in one file',
  },
  provider: {
    imports: ['model'],
    effects: ['network'],
    besides: [
      { unit: 'provider/anthropic/optional-package', effects: ['disk'] },
      { unit: 'provider/process', effects: ['process'] },
      { unit: 'provider/process/git-program', effects: ['disk', 'env'] },
      { unit: 'provider/process/private-files', effects: ['disk', 'env'] },
      { unit: 'provider/process/module-host', effects: ['env'] },
      { unit: 'provider/process/module-runner', effects: ['env'] },
    ],
    why: 'a provider turns a request into a reply. Children are started and ended in one folder; what a child reads, folders for others to fill, and whether git tracks a file are in two files of it, since trust is read at once; the script of a child has its streams; where the package of a cloud lies is asked in one file',
  },
  library: {
    effects: ['disk'],
    why: 'reading the files of a team finds problems and runs nothing; what a provider can send, its type says',
  },
  decide: { imports: ['model', 'stats'], effects: [], why: 'decide sees scores, never models' },
  grade: {
    imports: ['model', 'provider'],
    effects: [],
    why: 'a grader turns a trial into a score and reaches the world through what it is handed',
  },
  subject: {
    imports: ['model', 'provider'],
    effects: [],
    why: 'a subject turns a case into a trial and reaches the world through what it is handed',
  },
  run: {
    effects: [],
    besides: [
      ...['attempts', 'compare', 'labels', 'prompt', 'replies', 'resume', 'scenarios', 'session'].map((part) => ({
        unit: `run/${part}`,
        effects: ['disk'] as const,
      })),
      { unit: 'run/prompt/user', effects: ['env'] },
    ],
    why: 'a plan and the collecting of trials are tested without a disk or a network, so both are handed in',
  },
  gate: {
    effects: ['disk'],
    why: 'a gate reads files and rows, says what repeated runs are worth, and never calls a model',
  },
  report: {
    effects: [],
    besides: [{ unit: 'report/stored', effects: ['disk'] }],
    why: 'a report is a pure function of a plan and a result; who reads runs is one part of it',
  },
  page: {
    effects: [],
    besides: [
      { unit: 'page/document', effects: ['disk'] },
      { unit: 'page/server', effects: ['network', 'disk'] },
    ],
    why: 'a page is a pure function of views; its server reads runs, writes nothing, and reaches no other machine',
  },
  mutate: {
    effects: [],
    besides: [
      { unit: 'mutate/start-mutation', effects: ['disk'] },
      { unit: 'mutate/plan-mutation', effects: ['disk'] },
    ],
    why: 'a mutation of a body is a pure function of the body',
  },
  import: {
    effects: ['disk'],
    why: 'an import reads files of other tools as data, and writes files of a library: it starts nothing, connects to nothing, and reads no variable',
  },
  doctor: { effects: ['disk'], why: 'doctor is offline, and writes only the changes of its fixes' },
  api: {
    effects: ['env'],
    touchedIn: 'api/world',
    why: 'a program builds the same cases as YAML, and the world is reached in one file',
  },
  cli: {
    effects: ['disk', 'network', 'process', 'streams', 'env'],
    why: 'the command line owns the world',
  },
};

/** The rooms that a room may import. */
function roomsBelow(name: string): readonly string[] {
  const order = Object.keys(rooms);
  return rooms[name]?.imports ?? order.slice(0, order.indexOf(name));
}

/** Each npm package has one owner: a file or a folder. */
const owners: Record<string, string> = {
  commander: 'cli/flags',
  kleur: 'cli/output/terminal',
  yaml: 'library/source',
  acorn: 'library/modules',
  ajv: 'model/schema',
  diff: 'report/view',
  preact: 'page',
  'preact-render-to-string': 'page/document',
  'd3-shape': 'page/figures',
  'd3-array': 'page/figures',
  execa: 'provider/process/start-program',
  '@opentelemetry/api': 'report/telemetry',
  '@opentelemetry/api-logs': 'report/telemetry/run-trace',
  '@opentelemetry/resources': 'report/telemetry/open-telemetry',
  '@opentelemetry/sdk-trace': 'report/telemetry/open-telemetry',
  '@opentelemetry/sdk-logs': 'report/telemetry/open-telemetry',
  '@opentelemetry/exporter-trace-otlp-proto': 'report/telemetry/open-telemetry',
  '@opentelemetry/exporter-logs-otlp-proto': 'report/telemetry/open-telemetry',
  '@anthropic-ai/sdk': 'provider/anthropic',
};

const effectOf: Record<string, Effect> = {
  'node:fs': 'disk',
  'node:fs/promises': 'disk',
  'node:http': 'network',
  'node:https': 'network',
  'node:net': 'network',
  'node:child_process': 'process',
  'node:process': 'env',
  'node:readline': 'streams',
  'node:os': 'env',
};

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, unit: file.replace(/\.tsx?$/, ''), text: readFileSync(join('src', file), 'utf8') }));

/** `index.ts` at the top is the library's surface and belongs to no room. */
function roomOf(unit: string): string {
  return unit.split('/')[0] ?? unit;
}

function importsOf(text: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|(?:import|require)\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function isWithin(unit: string, place: string): boolean {
  return unit === place || unit.startsWith(`${place}/`);
}

function mayTouch({ effects, touchedIn = '', besides = [] }: Room, unit: string, effect: Effect): boolean {
  if (besides.some((part) => isWithin(unit, part.unit) && part.effects.includes(effect))) return true;
  return effects.includes(effect) && (touchedIn === '' || touchedIn === unit);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

function lawsBroken({ file, unit, text }: (typeof sources)[number]): string[] {
  const name = roomOf(unit);
  if (name === 'index') return [];
  const room = rooms[name];
  if (!room) return [`${file}: folder "${name}" is not in the table of rooms of tests/architecture.test.ts`];
  const broken: string[] = [];
  const law = (what: string) => broken.push(`${file} ${what}: ${room.why}`);
  for (const target of importsOf(text)) {
    if (target.startsWith('#')) {
      const imported = target.slice(1).replace(/\.js$/, '');
      const folder = roomOf(imported);
      if (folder === name) law(`imports its neighbour as "${target}" (write ./file.js)`);
      if (folder !== name && !roomsBelow(name).includes(folder)) law(`may not import "${target}"`);
    } else if (target.startsWith('.')) {
      const up = target.startsWith('..') && target.split('../').length - 1 >= unit.split('/').length - 1;
      if (up) law(`leaves its folder with "${target}" (write #folder/file.js)`);
    } else if (target.startsWith('node:')) {
      const effect = effectOf[target];
      if (effect && !mayTouch(room, unit, effect)) law(`may not touch the ${effect} ("${target}")`);
    } else {
      const packageName = target.startsWith('@')
        ? target.split('/').slice(0, 2).join('/')
        : (target.split('/')[0] ?? '');
      const owner = owners[packageName];
      if (!owner) broken.push(`${file} imports "${target}", which has no owner in tests/architecture.test.ts`);
      else if (!isWithin(unit, owner)) {
        broken.push(
          `${file} imports "${target}", which belongs to src/${owner}.ts: one owner a package, so that it can be replaced`,
        );
      }
    }
  }
  const code = withoutComments(text);
  if (name !== 'cli' && /\bconsole\./.test(code)) law('uses console');
  if (!mayTouch(room, unit, 'env') && /\bprocess\.(env|argv|exit|stdout|stderr|cwd|on|pid)\b/.test(code))
    law('reads or writes the process');
  if (!mayTouch(room, unit, 'process') && /\bprocess\.kill\b/.test(code)) law('sends a signal');
  return broken;
}

/** Files, and folders with all their files, that say a provider's name and mean something else, with what they mean. */
const otherMeanings: Readonly<Record<string, string>> = {
  'model/text/skill-name': 'words that the format of skills reserves',
  'import/settings': 'settings of the providers of another tool',
  'import/providers': 'the providers of another tool, and what each of them is here',
};

function hasOtherMeaning(unit: string): boolean {
  return Object.keys(otherMeanings).some((known) => isWithin(unit, known));
}

/** Provider names that are words of their own elsewhere: a check and an application are a `command` too. */
const ordinaryNames = ['command'];

/** Provider names in code outside `provider`. Comments may give examples; what is generated follows from the list of types. */
function providerNamesIn({ file, unit, text }: (typeof sources)[number]): string[] {
  if (roomOf(unit) === 'provider' || file.endsWith('.gen.ts') || hasOtherMeaning(unit)) return [];
  const lines = withoutComments(text).split('\n');
  return lines.flatMap((line) => {
    const found = providerTypes.find(({ name }) => namesProvider(line, name));
    const said = `${file} says "${found?.name}" in \`${line.trim()}\``;
    return found ? [`${said}: ask an ability of src/provider/types, so that a provider is one file and one line`] : [];
  });
}

/**
 * True if a line of code names a provider: compares or sets a type, or has a literal, a key, a prefix of a model, an import or an
 * environment variable of that name. For an ordinary name only the type counts.
 */
function namesProvider(line: string, name: string): boolean {
  const literal = `['"\`]${name}['"\`]`;
  const type = [
    `\\btype\\b\\)?\\s*([!=]==?|:)\\s*${literal}`,
    `${literal}\\s*[!=]==?\\s*[\\w.?]*\\btype\\b`,
    `\\btype ${name}\\b`,
  ];
  const variable = `\\b${name.toUpperCase().replaceAll('-', '_')}_[A-Z]`;
  const others = [literal, `(^|[{,\\s'"\`])${name}['"]?:`, `#provider/([\\w./-]*/)?${name}\\b`, variable];
  return new RegExp((ordinaryNames.includes(name) ? type : [...type, ...others]).join('|')).test(line);
}

test('no provider is named outside its room', () => {
  assert.deepEqual(sources.flatMap(providerNamesIn), []);
});

test('the test of the names of providers notices them, and leaves other commands alone', () => {
  const lines = [
    "if (config.type === 'anthropic') return true;",
    "import { x } from '#provider/anthropic/x.js';",
    'const url = env.OPENAI_BASE_URL;',
    "const hint = 'write claude-cli:NAME';",
    "return route.config.type !== 'command';",
    "const keys = { anthropic: 'A', 'claude-cli': 'B' };",
    "const hint = 'only providers of type openai have it';",
    "return { type: 'command' };",
  ];
  const others = [
    "if (grader.op === 'command') return [];",
    "app.app === 'command'",
    "kind: 'command' // anthropic",
    "model: 'claude-haiku-4-5'",
  ];
  const named = (code: string) => providerNamesIn({ file: 'plan/x.ts', unit: 'plan/x', text: code }).length;
  assert.deepEqual([...lines, ...others].map(named), [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
});

test('every file keeps to its room', () => {
  assert.ok(sources.length > 10, 'the sources were found');
  assert.deepEqual(sources.flatMap(lawsBroken), []);
});

/** The modules of src that a file imports, types included, by their units. */
function unitsImportedBy({ unit, text }: (typeof sources)[number]): string[] {
  return importsOf(text)
    .map((target) => (target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(unit), target)))
    .map((target) => target.replace(/\.js$/, ''));
}

/** Every circle of imports as `a → b → a`, one for each file that begins one. */
function circlesIn(files: typeof sources): string[] {
  const imports = new Map(files.map((one) => [one.unit, unitsImportedBy(one)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (unit: string, way: readonly string[]) => {
    if (way.includes(unit)) circles.push([...way.slice(way.indexOf(unit)), unit].join(' → '));
    if (done.has(unit) || way.includes(unit)) return;
    for (const next of imports.get(unit) ?? []) visit(next, [...way, unit]);
    done.add(unit);
  };
  for (const unit of imports.keys()) visit(unit, []);
  return circles;
}

test('no files import each other in a circle, not even for types', () => {
  assert.deepEqual(circlesIn(sources), []);
});

test('the test of circles notices one', () => {
  const files = [
    { file: 'x/a.ts', unit: 'x/a', text: "import { b } from './b.js';\n" },
    { file: 'x/b.ts', unit: 'x/b', text: "import type { C } from '#y/c.js';\n" },
    { file: 'y/c.ts', unit: 'y/c', text: "import type { A } from '#x/a.js';\n" },
  ];
  assert.deepEqual(circlesIn(files), ['x/a → x/b → y/c → x/a']);
});

/** The rooms that users enter by. What they reach only through the room of runs. */
const doors = ['cli', 'api'];
const behindTheEngine: readonly RegExp[] = [
  /^run\/(run|collect\/(write-rubrics|meter|budget))$/,
  /^provider\/(?!process\/)/,
  /^store\/run\/(journal|run-tail|trial-log|run-folder)$/,
  /^store\/replies\//,
];
const writers: readonly string[] = ['appendRunRow', 'appendAttempt', 'writeResult', 'writePlan'];

/** Files of the doors that look behind the engine, and why they may. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // takes keys out of everything that it prints
  'cli/output/terminal': ['provider/secrets'],
  // counts and deletes cached replies, reads none
  'cli/commands/cache': ['store/replies/cache'],
  // read the trials of runs that have ended
  'cli/reporting/report-detail': ['store/run/trial-log'],
  'cli/reporting/report-items': ['store/run/trial-log'],
};

function passedBy({ file, unit, text }: (typeof sources)[number]): string[] {
  // Writing the files of a new prompt runs none, and asks which providers there are.
  if (!doors.includes(roomOf(unit)) || unit.startsWith('cli/scaffold/')) return [];
  const targets = importsOf(text).filter((target) => target.startsWith('#'));
  const imported = targets.map((target) => target.slice(1).replace(/\.js$/, ''));
  const hidden = imported.filter(
    (target) => behindTheEngine.some((one) => one.test(target)) && !exceptions[unit]?.includes(target),
  );
  const written = writers.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const why = 'the command line and programs run prompts by the same engine';
  return [...hidden, ...written].map((one) => `${file} reaches ${one} past the engine: ${why}`);
}

test('cli and api reach models, the journal and rows only through the engine', () => {
  assert.deepEqual(sources.flatMap(passedBy), []);
});

test('the test of the doors notices who goes past the engine', () => {
  const text = "import { run } from '#run/run.js';\nimport { appendRunRow } from '#store/logs/eval-log.js';\n";
  assert.deepEqual(passedBy({ file: 'cli/x.ts', unit: 'cli/x', text }), [
    'cli/x.ts reaches run/run past the engine: the command line and programs run prompts by the same engine',
    'cli/x.ts reaches appendRunRow past the engine: the command line and programs run prompts by the same engine',
  ]);
});

/** Problems that a file writes out instead of calling `problem`. */
function problemsWithOwnSentence({ file, text }: (typeof sources)[number]): string[] {
  if (file === 'model/problem.ts' || !/\bcode: 'EVA_\w+',\s*message\b/.test(withoutComments(text))) return [];
  return [`${file} writes out a problem: call problem of src/model/problem.ts, which shortens what it carries`];
}

test('problems are made by problem alone', () => {
  assert.deepEqual(sources.flatMap(problemsWithOwnSentence), []);
});

test('the test of the sentences notices a problem with a sentence of its own', () => {
  const text = "return { severity: 'error', code: 'EVA_DISK', message: 'full' };\n";
  assert.equal(problemsWithOwnSentence({ file: 'cli/x.ts', unit: 'cli/x', text }).length, 1);
});

test('the test of the rooms notices a broken law', () => {
  const offender = {
    file: 'decide/x.ts',
    unit: 'decide/x',
    text: "import { readFileSync } from 'node:fs';\nimport { a } from '#run/collect/pool.js';\n",
  };
  assert.deepEqual(lawsBroken(offender), [
    'decide/x.ts may not touch the disk ("node:fs"): decide sees scores, never models',
    'decide/x.ts may not import "#run/collect/pool.js": decide sees scores, never models',
  ]);
});

/** The folders of tests/ that test no single room, and what each is for. */
const endToEnd: Readonly<Record<string, string>> = JSON.parse(readFileSync('tests/rooms.json', 'utf8'));

const testFiles = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.test.ts'),
);

/** True if the test lies where its module, or its module's folder, lies in src. */
function isBesideItsSubject(file: string): boolean {
  const unit = file.replace(/(\.slow)?\.test\.ts$/, '');
  const places = [`${unit}.ts`, unit, posix.dirname(unit)];
  return places.some((place) => existsSync(join('src', place)));
}

function misplaced(files: readonly string[]): string[] {
  const isOfTheWhole = (file: string) => roomOf(file) in endToEnd || posix.dirname(file) in endToEnd;
  const own = files.filter((file) => file.includes('/') && !isOfTheWhole(file));
  return own
    .filter((file) => !isBesideItsSubject(file))
    .map((file) => `tests/${file} has no folder src/${posix.dirname(file)}, and its room is not in tests/rooms.json`);
}

test('a test lies under the path of what it tests, or in a room for the whole', () => {
  assert.ok(testFiles.length > 100, 'the tests were found');
  assert.deepEqual(misplaced(testFiles), []);
});

test('the test of the places of tests notices a misplaced one', () => {
  assert.deepEqual(
    misplaced(['model/limits.test.ts', 'cli/any/x.test.ts', 'model/nowhere/x.test.ts', 'elsewhere/x.test.ts']),
    [
      'tests/model/nowhere/x.test.ts has no folder src/model/nowhere, and its room is not in tests/rooms.json',
      'tests/elsewhere/x.test.ts has no folder src/elsewhere, and its room is not in tests/rooms.json',
    ],
  );
});

test('every module that a script or a benchmark imports exists', () => {
  const modules = ['bench', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => posix.join(folder, name)),
  );
  const missing = modules.flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(/^(?:import|export) .*'(\.[^']+)';$/gm)]
      .map(([, path = '']) => posix.join(posix.dirname(from), path))
      .filter((path) => !existsSync(path))
      .map((path) => `${from} imports ${path}`),
  );
  assert.deepEqual(missing, []);
});

/** Classes of which test runners such as jest have another one in each test file. RangeError and SyntaxError are those of the code that runs. */
const ofEachRealm =
  /\binstanceof (?:Error|TypeError|AggregateError|DOMException|Promise|Map|Set|Date|RegExp|Uint8Array|ArrayBuffer|Buffer|Headers|Response|URL|AbortSignal)\b/;

test('no value is tested for a class of the realm: errors by isError of model/thrown.ts', () => {
  const testing = sources.filter(({ text }) => ofEachRealm.test(text)).map(({ file }) => file);
  assert.deepEqual(testing, []);
});
