// The path that is shipped, with everything on at once: files of a library, a sequential claim, four slices that must pass, classes, and
// answers that are refused. Each replication has its own seeded order. Replies come from a script, so no call leaves the process.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPrompt } from '../../../dist/run/prompt/open-prompt.js';
import { run } from '../../../dist/run/run.js';
import { randomFrom } from '../random.js';

/** The items of each language, and their labels in turn. */
const languages = { de: 150, en: 130, fr: 110, nl: 90 };
const labels = ['billing', 'delivery', 'fraud'];
const refused = 0.02;

export const bars = { overall: 0.85, slice: 0.75, class: 0.7 };

/** Opens the library in a directory of its own, until the process ends; returns a function that runs one replication. */
export function shippedPath() {
  const root = mkdtempSync(join(tmpdir(), 'eva-calibration-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  write(root, 'eva.yml', '{}\n');
  write(root, 'prompts/tickets/meta.yml', meta);
  write(root, 'prompts/tickets/prompt.xml', '<task>Classify {{text}}</task>\n');
  write(root, 'prompts/tickets/data/tickets.csv', tickets());
  return async (seed, rateOf) => {
    write(root, 'prompts/tickets/eval.yml', evaluation(seed));
    const { plan, sampleOf } = openPrompt(root, 'tickets');
    const result = await run(plan, depsOf(sampleOf, answering(seed, rateOf)));
    return result.cases[0];
  };
}

function write(root, name, text) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function tickets() {
  const rows = Object.entries(languages).flatMap(([language, count]) =>
    Array.from({ length: count }, (_, number) => {
      const label = labels[number % labels.length];
      return `${language}-${number},${language},${label},${language}-${number} ${language} ${label}`;
    }),
  );
  return `${['id,language,label,text', ...rows].join('\n')}\n`;
}

function evaluation(seed) {
  return JSON.stringify({
    defaults: { model: 'claude-bench' },
    cases: [
      {
        name: 'tickets',
        dataset: {
          file: 'data/tickets.csv',
          id: 'id',
          slices: [{ field: 'language', criteria: { proportion_gte: { proportion: bars.slice } }, must: 'pass' }],
        },
        seed,
        sequential: true,
        assert: [{ equals: { field: 'label' } }],
        criteria: { proportion_gte: { proportion: bars.overall } },
        then: [
          {
            class: { expected: { field: 'label' }, of: labels },
            criteria: [
              { recall_gte: { class: 'fraud', proportion: bars.class } },
              { f1_gte: { class: 'each', proportion: 0.6 } },
            ],
          },
        ],
      },
    ],
  });
}

/** Answers an item right with the rate of its language and label, and refuses some. */
function answering(seed, rateOf) {
  return (text) => {
    const [id, language, label] = text.split(' ');
    const { uniform } = randomFrom(`${seed} ${id}`);
    const chance = uniform();
    if (chance < refused) return { text: '', stop: 'refusal' };
    const isRight = uniform() < rateOf({ language, label }) / (1 - refused);
    return { text: isRight ? label : labels[(labels.indexOf(label) + 1) % labels.length], stop: 'end' };
  };
}

function depsOf(sampleOf, answer) {
  const { signal } = new AbortController();
  let given = 0;
  return {
    ask: async ({ case: name, role, draw, request }) => {
      given += 1;
      const { content } = request.messages.at(-1);
      const text = /Classify (.*?)<\/task>/.exec(`${request.system ?? ''}${content}`)?.[1] ?? '';
      const usage = { input_tokens: 10, output_tokens: 5 };
      const reply = { usage, latency_s: 0.1, model: 'claude-bench', ...answer(text) };
      return { key: `reply ${given}`, case: name, role, draw, source: 'model', ts: '2026-01-02T03:04:05.000Z', reply };
    },
    repliesGiven: () => given,
    route: (model) => ({ provider: 'scripted', model, config: { type: 'scripted' }, forcesTools: true }),
    nonce: () => 'a'.repeat(32),
    programEnv: {},
    promptDir: '/',
    appEnv: () => ({}),
    appIdentity: () => 'unchanged',
    startedApps: new Set(),
    redact: (text) => text,
    signal,
    stop: signal,
    abort: () => {},
    failFast: false,
    now: () => new Date('2026-01-02T03:04:05.000Z'),
    elapsed: () => 0,
    runId: 'run-1',
    evaVersion: '0',
    concurrency: 4,
    prices: {},
    sampleOf,
    emit: () => {},
  };
}

const meta = `id: tickets
title: Tickets
summary: Classifies tickets.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
inputs:
  - name: text
    required: true
`;

/** One claim at a time is at its bar, which makes every pass of the case, or of that slice, a false one. */
const settings = [
  [() => bars.overall, ['the overall share is at its bar: the case passes', isPassed]],
  [
    sliceAtBar,
    ['a slice is at its bar: the case passes', isPassed],
    ['a slice is at its bar: it passes', marks(['nl'])],
  ],
  [() => bars.slice, ['all slices are at their bar: any passes', marks(Object.keys(languages))]],
  [({ label }) => (label === 'fraud' ? bars.class : 0.98), ['a class is at its bar: the case passes', isPassed]],
];

function sliceAtBar({ language }) {
  return language === 'nl' ? bars.slice : 0.96;
}

function isPassed({ passed }) {
  return passed === true;
}

function marks(values) {
  return ({ dataset: { slices } }) =>
    slices[0].rows.some(({ value, outcome }) => values.includes(value) && outcome === 'passed');
}

export const shippedCells = settings.map(([rateOf, ...events]) => ({
  group: 'The whole path',
  isWholeRun: true,
  name: 'library of 480 items, sequential, 4 slices must pass, classes, 2 % refused',
  lanes: events.map(([at]) => ({ at, isFalse: true })),
  replicate: async (_random, number) => {
    path ??= shippedPath();
    const result = await path(number, rateOf);
    return { hits: events.map(([, isHit]) => isHit(result)), asked: result.trials.length };
  },
}));

/** Opened by the first replication of a process. */
let path;
