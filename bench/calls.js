// What eva adds to the calls that it makes: `eva eval` beside a bare loop over the SDK, over the same server, in turns.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eva, manyCases, manyItems, manyTrials, writeLibrary } from './harness/library.js';
import { finished, measured } from './harness/measured.js';
import { clientEnv, startServer } from './harness/messages-api.js';
import { inRounds } from './harness/rounds.js';
import { inScratch } from './harness/scratch.js';

const bareLoop = fileURLToPath(new URL('bare-loop.js', import.meta.url));
const fixedReply = new URL('harness/fixed-reply.js', import.meta.url).href;
const concurrency = 50;

/** The highest memory of a run on 50,000 items or 60,000 trials, in MB. */
const mostMemory = 260;

/** CPU a call and highest memory at each number of calls, against a server that answers at once. */
export async function overhead({ sizes, rounds, largest }) {
  const measurements = [];
  for (const calls of sizes) measurements.push(...(await compared({ calls, rounds, latencyMs: 0 })));
  if (largest)
    measurements.push(...(await inTurns({ rounds: 1, latencyMs: 0 }, { [evaAt(largest)]: evaCalls(largest) })));
  const { cpuOf, memoryOf } = reading(measurements);
  return {
    name: 'overhead',
    measurements,
    figures: [
      ...sizes.flatMap((calls) => [
        { what: `bare loop, ${calls} calls: CPU a call`, value: cpuOf(bareAt(calls)) / calls, unit: 'ms' },
        { what: `eva, ${calls} calls: CPU a call`, value: cpuOf(evaAt(calls)) / calls, unit: 'ms' },
        {
          what: `eva / bare loop, ${calls} calls: CPU`,
          value: cpuOf(evaAt(calls)) / cpuOf(bareAt(calls)),
          unit: '×',
          ...(calls === 10_000 && { most: 1.5 }),
        },
        { what: `bare loop, ${calls} calls: highest memory`, value: memoryOf(bareAt(calls)), unit: 'MB' },
        {
          what: `eva, ${calls} calls: highest memory`,
          value: memoryOf(evaAt(calls)),
          unit: 'MB',
          ...(calls === 10_000 && { most: 200 }),
        },
      ]),
      ...largestFigures(largest, { cpuOf, memoryOf }),
    ],
  };
}

function largestFigures(largest, { cpuOf, memoryOf }) {
  if (!largest) return [];
  return [
    { what: `eva, ${largest} calls: CPU a call`, value: cpuOf(evaAt(largest)) / largest, unit: 'ms' },
    { what: `eva, ${largest} calls: highest memory`, value: memoryOf(evaAt(largest)), unit: 'MB', most: mostMemory },
  ];
}

/**
 * CPU at each number of distinct cases with two checks each: planning, searching and reporting count for more than with one case. The
 * cases have one pattern in common, which is promised of, or a pattern of its own each, which eva and the loop have to compile.
 */
export async function distinctCases({ sizes, rounds, latencyMs }) {
  const measurements = [];
  const figures = [];
  for (const [kind, of] of [
    ['common', 'one pattern'],
    ['own', 'a pattern each'],
  ]) {
    for (const count of sizes) {
      const [bare, own] = [`bare loop, ${count} calls, ${of}`, `eva, ${count} cases, ${of}`];
      const library = { evaluation: manyCases(count, kind === 'own'), config: { concurrency: casesAtATime } };
      const subjects = { [bare]: bareCalls(count, casesAtATime, kind), [own]: evaCalls(count, library) };
      const taken = await inTurns({ rounds, latencyMs }, subjects);
      measurements.push(...taken);
      const isPromised = kind === 'common' && count >= 1000; // where they are fewer, starting counts for more
      figures.push(...figuresOf(taken, { bare, own, count, of, isPromised }));
    }
  }
  return { name: 'distinct cases', measurements, figures };
}

const casesAtATime = 20;

function figuresOf(measurements, { bare, own, count, of, isPromised }) {
  const { cpuOf, memoryOf } = reading(measurements);
  return [
    { what: `${bare}: CPU a call`, value: cpuOf(bare) / count, unit: 'ms' },
    { what: `${own}: CPU a case`, value: cpuOf(own) / count, unit: 'ms' },
    {
      what: `eva / bare loop, ${count} distinct cases, ${of}: CPU`,
      value: cpuOf(own) / cpuOf(bare),
      unit: '×',
      ...(isPromised && { most: 1.5 }),
    },
    { what: `${own}: highest memory`, value: memoryOf(own), unit: 'MB' },
  ];
}

/** CPU and highest memory on the items of a data set with two checks each, beside a bare loop with as many calls. */
export async function dataSets({ sizes, rounds, latencyMs }) {
  const measurements = [];
  const figures = [];
  for (const count of sizes) {
    const [bare, own] = [`bare loop, ${count} calls, a pattern`, `eva, ${count} items`];
    const library = { ...manyItems(count), config: { concurrency } };
    const subjects = { [bare]: bareCalls(count, concurrency, 'common'), [own]: evaCalls(count, library) };
    const taken = await inTurns({ rounds, latencyMs }, subjects);
    measurements.push(...taken);
    const { cpuOf, wallOf, memoryOf, firstCallOf } = reading(taken);
    figures.push(
      { what: `${own}: CPU an item`, value: cpuOf(own) / count, unit: 'ms' },
      {
        what: `eva / bare loop, ${count} items: CPU`,
        value: cpuOf(own) / cpuOf(bare),
        unit: '×',
        ...(count === 10_000 && { most: 1.5 }),
      },
      {
        what: `eva / bare loop, ${count} items: wall time`,
        value: wallOf(own) / wallOf(bare),
        unit: '×',
        ...(count === 10_000 && { most: 1.1 }),
      },
      {
        what: `${own}: highest memory`,
        value: memoryOf(own),
        unit: 'MB',
        ...(count === 50_000 && { most: mostMemory }),
      },
      {
        what: `${own}: CPU to the first call`,
        value: firstCallOf(own),
        unit: 'ms',
        ...(count === 50_000 && { most: 2000 }),
      },
    );
  }
  return { name: 'data sets', measurements, figures };
}

/**
 * A shard of a large data set: CPU and highest memory before its first call. And a merge of two shards: CPU a reply and highest memory.
 */
export async function shards({ items, of, replies }) {
  const [one, both] = [`eva, 1 of ${of} shards of ${items} items`, `eva merge, ${replies} replies`];
  const library = { ...manyItems(items), config: { concurrency } };
  const shard = evaCalls(items / of, library, ['diff', '--shard', `1/${of}`]);
  const measurements = await inTurns({ rounds: 1, latencyMs: 0 }, { [one]: shard, [both]: merged(replies) });
  const { cpuOf, memoryOf, firstCallOf, firstMemoryOf } = reading(measurements);
  return {
    name: 'shards',
    measurements,
    figures: [
      { what: `${one}: CPU to the first call`, value: firstCallOf(one), unit: 'ms', most: 10 * 1000 },
      { what: `${one}: highest memory to the first call`, value: firstMemoryOf(one), unit: 'MB', most: 200 },
      { what: `${both}: CPU a reply`, value: cpuOf(both) / replies, unit: 'ms', ...(replies > 1e5 && { most: 0.5 }) },
      { what: `${both}: highest memory`, value: memoryOf(both), unit: 'MB', most: 300 },
    ],
  };
}

/** Collects two shards of a data set, and measures their merge alone. */
const merged = (items) => (server) =>
  inScratch(async (root) => {
    writeLibrary(root, { ...manyItems(items), config: { concurrency } });
    const env = { ...clientEnv(server.url), HOME: root };
    for (const part of ['1/2', '2/2']) await finished([eva, 'eval', 'diff', '--shard', part, '--root', root], { env });
    await requireRequests(server, items);
    return measured([eva, 'merge', join(root, '.eva/runs'), '--root', root], { env });
  });

/** Wall time of the whole process against what the calls alone must take, where each takes its time. */
export async function throughput({ calls, latencyMs, rounds }) {
  const measurements = await compared({ calls, rounds, latencyMs });
  const ideal = (calls * latencyMs) / concurrency;
  const [bare, own] = measurements.map(({ median }) => median.wall_ms / ideal);
  const isPromised = calls === 2000 && latencyMs === 500; // where they are fewer, or shorter, starting counts for more
  const load = `${calls} calls of ${latencyMs} ms, ${concurrency} at a time`;
  return {
    name: 'throughput',
    measurements,
    figures: [
      { what: `bare loop: wall time / ideal, ${load}`, value: bare, unit: '×', ...(isPromised && { most: 1.03 }) },
      { what: `eva: wall time / ideal, ${load}`, value: own, unit: '×', ...(isPromised && { most: 1.05 }) },
      { what: `eva / bare loop, ${load}: wall time`, value: own / bare, unit: '×', ...(isPromised && { most: 1.02 }) },
    ],
  };
}

/**
 * A library of prompts with one call each, beside a bare loop with as many calls: wall time of the whole process, and of its calls, against what the
 * calls alone must take; measured latencies against the server's; CPU. `latencyMs`: by the number of prompts.
 */
export async function libraries({ sizes, rounds, latencyMs }) {
  const measurements = [];
  for (const count of sizes) {
    const ids = Array.from({ length: count }, (_, number) => `prompt-${number}`);
    const library = { ids, evaluation: manyTrials(1), config: { concurrency: promptsAtATime } };
    const subjects = {
      [bareAt(count)]: bareCalls(count, promptsAtATime),
      [libraryOf(count)]: evaCalls(count, library, ['--yes']),
    };
    measurements.push(...(await inTurns({ rounds, latencyMs: latencyMs(count) }, subjects)));
  }
  const { cpuOf, wallOf, spanOf, latencyOf, memoryOf } = reading(measurements);
  const ideal = (count) => Math.ceil(count / promptsAtATime) * latencyMs(count);
  const [, few, many] = sizes;
  return {
    name: 'libraries',
    measurements,
    figures: [
      ...sizes.flatMap((count) => [
        {
          what: `bare loop: wall time / ideal, ${count} calls of ${latencyMs(count)} ms`,
          value: wallOf(bareAt(count)) / ideal(count),
          unit: '×',
        },
        {
          what: `${libraryOf(count)}: wall time / ideal, ${latencyMs(count)} ms a call`,
          value: wallOf(libraryOf(count)) / ideal(count),
          unit: '×',
          ...(count < 100 && { most: 1.5 }),
        },
        {
          what: `${libraryOf(count)}: from the first call to the last reply / ideal`,
          value: spanOf(libraryOf(count)) / ideal(count),
          unit: '×',
          ...(latencyMs(count) >= 1000 && { most: 1.3 }),
        },
        {
          what: `${libraryOf(count)}: 95% of the latencies that eva measured / the server's`,
          value: latencyOf(libraryOf(count)) / latencyMs(count),
          unit: '×',
          ...(count >= 1000 && { most: 1.1 }),
        },
        { what: `${libraryOf(count)}: CPU a prompt`, value: cpuOf(libraryOf(count)) / count, unit: 'ms' },
        { what: `${libraryOf(count)}: highest memory`, value: memoryOf(libraryOf(count)), unit: 'MB' },
      ]),
      ...(many
        ? [
            {
              what: `CPU of ${many} prompts / of ${few}`,
              value: cpuOf(libraryOf(many)) / cpuOf(libraryOf(few)),
              unit: '×',
              most: 11,
            },
          ]
        : []),
    ],
  };
}

const promptsAtATime = 20;

const libraryOf = (count) => `eva, ${count} prompts`;

const bareAt = (calls) => `bare loop, ${calls} calls`;
const evaAt = (calls) => `eva, ${calls} calls`;

function compared({ calls, rounds, latencyMs }) {
  return inTurns({ rounds, latencyMs }, { [bareAt(calls)]: bareCalls(calls), [evaAt(calls)]: evaCalls(calls) });
}

async function inTurns({ rounds, latencyMs }, subjects) {
  const server = await startServer(fixedReply, { latencyMs });
  try {
    const withServer = Object.entries(subjects).map(([name, run]) => [name, () => run(server)]);
    return await inRounds(rounds, Object.fromEntries(withServer));
  } finally {
    await server.stop();
  }
}

const bareCalls =
  (calls, ...more) =>
  async (server) => {
    const taken = await measured([bareLoop, String(calls), ...more.map(String)], { env: clientEnv(server.url) });
    await requireRequests(server, calls);
    return taken;
  };

const evaCalls =
  (calls, library = { evaluation: manyTrials(calls), config: { concurrency } }, command = ['diff']) =>
  (server) =>
    inScratch(async (root) => {
      writeLibrary(root, library);
      const env = { ...clientEnv(server.url), HOME: root };
      const taken = await measured([eva, 'eval', ...command, '--root', root], { env });
      const { span_ms } = await requireRequests(server, calls);
      return { ...taken, span_ms, latency_ms: 1000 * latencyIn(root) };
    });

/** A subject that makes fewer calls, or more, is measured against nothing. */
async function requireRequests(server, expected) {
  const report = await server.report();
  if (report.requests !== expected) throw new Error(`${report.requests} requests instead of ${expected}`);
  return report;
}

/** The time in seconds that 95 of 100 replies took at most, as the journals of a library have it. */
function latencyIn(root) {
  const runs = join(root, '.eva/runs');
  const taken = readdirSync(runs).flatMap((run) =>
    [...readFileSync(join(runs, run, 'journal.jsonl'), 'utf8').matchAll(/"latency_s":([\d.]+)/g)].map(([, seconds]) =>
      Number(seconds),
    ),
  );
  return taken.sort((a, b) => a - b)[Math.floor(taken.length * 0.95)];
}

function reading(measurements) {
  const of = (name) => measurements.find((one) => one.name === name).median;
  return {
    cpuOf: (name) => of(name).cpu_ms,
    wallOf: (name) => of(name).wall_ms,
    spanOf: (name) => of(name).span_ms,
    latencyOf: (name) => of(name).latency_ms,
    memoryOf: (name) => of(name).peak_mb,
    firstCallOf: (name) => of(name).first_call_ms,
    firstMemoryOf: (name) => of(name).first_call_mb,
  };
}
