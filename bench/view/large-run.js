// node bench/view/large-run.js FOLDER TRIALS [CASES]: makes a library in FOLDER with one run of so many trials (at most 1,000,000) with
// replies of 1 kB, of ten cases unless said. The run is as eva writes it: a real run of 200 trials against a server on the loopback interface, whose trials are repeated under
// new numbers and decided again. Needs `npm run build`.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redecide } from '#run/collect/recompute.js';
import { TrialKeeper } from '#run/collect/trial-tracker.js';
import { writePlan, writeResult } from '#store/run/run-folder.js';
import { readRun } from '#store/run/stored-runs.js';
import { openTrialLog, trialsInOrder } from '#store/run/trial-log.js';
import { writeLibrary } from '../harness/library.js';
import { clientEnv, startServer } from '../harness/messages-api.js';
import { startSession } from '../harness/session.js';

const templateTrials = 20;
const languages = ['English', 'German', 'Dutch', 'Italian'];

const [folder, wanted, cases = '10'] = process.argv.slice(2);
const caseCount = Number(cases);
if (!folder || !(Number(wanted) > 0)) throw new Error('node bench/view/large-run.js FOLDER TRIALS [CASES]');
await makeLargeRun(folder, Number(wanted));

async function makeLargeRun(root, trials) {
  const own = Math.ceil(trials / caseCount);
  writeLibrary(root, { evaluation: evaluation(), config: {}, items: itemsOf(templateTrials) });
  const run_id = await realRun(root);
  const dir = join(root, '.eva/runs', run_id);
  const { plan, result } = readRun(root);
  const all = new Set(Array.from({ length: templateTrials }, (_, index) => index));
  const lines = [...trialsInOrder(dir, new Map(plan.cases.map(({ name }) => [name, all])))];
  const cases = plan.cases.map((testCase) => enlarged(testCase, own));
  for (const name of ['plan.json', 'result.json', 'inputs.jsonl']) rmSync(join(dir, name), { force: true });
  await writePlan(dir, { ...plan, cases });
  const log = openTrialLog(dir);
  const keeper = new TrialKeeper(({ trial, scores }) => log.put({ case: trial.case, trial, scores }));
  const results = cases.map((testCase, at) => {
    const templates = lines.filter((line) => line.case === testCase.name);
    const numbers = Array.from({ length: own }, (_, index) => index);
    const graded = numbers.map((index) => keeper.keep(repeated(templates[index % templates.length], index)));
    const trials = graded.map(({ trial }) => trial);
    const scores = graded.flatMap((one) => one.scores);
    return redecide(testCase, { ...result.cases[at], sample_size: own, trials, scores });
  });
  await log.close();
  const passed = results.filter((one) => one.passed).length;
  const failed = results.filter((one) => !one.passed).map(({ name }) => name);
  await writeResult(dir, { ...result, cases: results, passed, failed_cases: failed, all_passed: failed.length === 0 });
  for (const name of readdirSync(dir)) console.log(`${name} ${(statSync(join(dir, name)).size / 1e6).toFixed(1)} MB`);
  console.log(run_id);
}

function evaluation() {
  const common = { sample_size: templateTrials, stop_early: false, criteria: { proportion_gte: { proportion: 0.9 } } };
  const repeatedCases = Array.from({ length: caseCount - 1 }, (_, at) => ({
    name: `case ${at + 1}`,
    inputs: { code: `x = ${at}` },
    assert: [{ contains: '<diff>' }],
    ...common,
  }));
  const { sample_size: _sample_size, ...ofItems } = common;
  const onItems = {
    name: 'tickets',
    dataset: { file: 'items.jsonl', slices: ['language'] },
    assert: [{ contains: '<diff>' }],
  };
  return { defaults: { model: 'claude-bench' }, cases: [...repeatedCases, { ...onItems, ...ofItems }] };
}

function itemsOf(count) {
  return Array.from({ length: count }, (_, at) => ({ id: `t-${at}`, code: `x = ${at}`, language: languages[at % 4] }));
}

async function realRun(root) {
  const server = await startServer(new URL('some-wrong.js', import.meta.url).href);
  const env = clientEnv(server.url);
  const { told } = await startSession(['eval', 'diff', '--allow-underpowered'], { env, cwd: root }).ended;
  await server.stop();
  const [run_id] = readdirSync(join(root, '.eva/runs'));
  if (!run_id) throw new Error(told);
  return run_id;
}

function enlarged(testCase, sample_size) {
  return {
    ...testCase,
    sample_size,
    ...(testCase.dataset && { dataset: enlargedData(testCase.dataset, sample_size) }),
  };
}

function enlargedData(dataset, items) {
  const all = { items, kept: items, asked: items, kept_units: items, units: items };
  const slices = dataset.slices.map(({ field, values }) => {
    const share = Math.ceil(items / values.length);
    return { field, values: values.map(({ value }) => ({ value, kept: share, kept_units: share, units: share })) };
  });
  return { ...dataset, ...all, slices };
}

/** Returns a trial under another number, and for a data set with an item of its own. */
function repeated({ trial, scores }, index) {
  const { origin } = trial;
  return {
    trial: {
      ...trial,
      index,
      turns: trial.turns.map((turn) => ({
        ...turn,
        app_response: `${index} ${turn.app_response}`,
        latency: 0.5 + (index % 400) / 100,
      })),
      ...(origin && { origin: { ...origin, item: `t-${index}` } }),
    },
    scores: scores.map((score) => ({ ...score, trial: index })),
  };
}
