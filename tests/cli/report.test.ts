import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import test, { after, before, type TestContext } from 'node:test';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults:
  model: command:mine
  sample_size: 10
cases:
  - name: mostly
    inputs: { code: "x = 1" }
    assert: [ { contains: "<diff>" } ]
    criteria: { proportion_gte: { proportion: 0.5 } }
  - name: rarely
    inputs: { code: "x = 1" }
    assert: [ { contains: "<never>" } ]
    criteria: { proportion_gte: { proportion: 0.5 } }
  - name: every
    inputs: { code: "x = 1" }
    sample_size: 1
    assert: [ { contains: "<diff>" } ]
`;

const files = {
  'eva.yml': 'providers: { mine: { type: command, command: [sh, answer.sh] } }\n',
  'answer.sh': 'cat > /dev/null; echo "<diff>"\n',
  'prompts/diff/meta.yml': goodMeta,
  'prompts/diff/prompt.xml': '<task>Change {{code}} and nothing else.</task>\n',
  'prompts/diff/eval.yml': evalFile,
};

/** The files of one run, made once. Tests change copies. */
let run: {
  readonly name: string;
  readonly plan: string;
  readonly result: string;
  readonly row: string;
  readonly shown: string;
  readonly trials: string;
};

before(async () => {
  const root = tempLibrary({ after }, files);
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff', '--trust'], { cwd: root });
  assert.equal(exitCode, 1, stderr);
  const [name = ''] = readdirSync(join(root, '.eva', 'runs'));
  const read = (file: string) => readFileSync(join(root, '.eva', 'runs', name, file), 'utf8');
  run = {
    name,
    plan: read('plan.json'),
    result: read('result.json'),
    row: readFileSync(join(root, '.eval.jsonl'), 'utf8'),
    shown: stdout,
    trials: read('trials.jsonl'),
  };
});

interface Edits {
  readonly plan?: string | null;
  readonly result?: string | null;
  readonly row?: string;
}

/** Makes a library with the run and edited files; null omits a file. */
function library(t: TestContext, { plan = run.plan, result = run.result, row = run.row }: Edits = {}): string {
  const dir = `.eva/runs/${run.name}`;
  return tempLibrary(t, { ...files, '.eval.jsonl': row, [`${dir}/plan.json`]: plan, [`${dir}/result.json`]: result });
}

function report(cwd: string, ...args: readonly string[]): Promise<EvaOutput> {
  return runEva(['report', ...args], { cwd });
}

/** Returns the JSON of a file after a change. */
function edited(text: string, change: (document: ReturnType<typeof JSON.parse>) => void): string {
  const document = JSON.parse(text);
  change(document);
  return JSON.stringify(document);
}

test('a stored run is shown with its verdict, all cases, and the next commands', async (t) => {
  const { exitCode, stdout, stderr } = await report(library(t));
  assert.deepEqual([exitCode, stderr], [1, '']);
  assert.equal(stdout.split('\n')[2], run.shown.split('\n')[2]);
  for (const name of ['rarely', 'mostly', 'every']) assert.match(stdout, new RegExp(`\n [✓~] ${name} `));
  const commands = (text: string) => text.match(/^ eva report.*? {3}/gm)?.map((line) => line.trim());
  assert.deepEqual(commands(stdout), ['eva report --failed', 'eva report --case rarely', 'eva report --full']);
  const end = run.name.slice(-6);
  const named = await runEva(['report', run.name], { cwd: library(t) });
  assert.deepEqual(
    commands(named.stdout),
    commands(stdout)?.map((command) => command.replace('eva report', `eva report ${end}`)),
  );
});

test('a case is shown with its replies, also those that result.json omits', async (t) => {
  const cut = edited(run.result, ({ cases }) => {
    for (const trial of cases[1].trials) {
      trial.cut = true;
      for (const turn of trial.turns) Object.assign(turn, { user_message: '', app_response: '' });
    }
  });
  const root = library(t, { result: cut });
  const { exitCode, stdout, stderr } = await report(root, '--case', 'rarely');
  assert.deepEqual([exitCode, stderr], [1, '']);
  assert.match(stdout, /reply {3}\(its text is gone: trials\.jsonl was deleted\)/);
  writeFileSync(join(root, '.eva/runs', run.name, 'trials.jsonl'), run.trials);
  assert.match((await report(root, '--case', 'rarely')).stdout, /reply {3}<diff>/);
  assert.doesNotMatch((await report(root, '--failed')).stdout, /mostly/);
});

test('an unknown case or trial is an error', async (t) => {
  const root = library(t);
  const unknown = await report(root, '--case', 'rarley');
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.stderr, /"rarely"[\s\S]*EVA_UNKNOWN_CASE/);
  for (const args of [
    ['--trial', '1'],
    ['--case', 'every', '--trial', '2'],
  ]) {
    const { exitCode, stderr } = await report(root, ...args);
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_USAGE/);
  }
});

test('a run is selected by the name of its folder, and --json prints its result with its view', async (t) => {
  const { exitCode, stdout } = await report(library(t), run.name, '--json');
  assert.equal(exitCode, 1);
  const { view, ...result } = JSON.parse(stdout);
  assert.deepEqual(result, JSON.parse(run.result));
  assert.deepEqual([view.schema, view.run_id.raw, view.exit_code], ['eva-view/1', run.name, 1]);
});

test('without a name the last run with a result is shown', async (t) => {
  const root = library(t);
  const later = '29991231T000000Z-aaaaaa';
  mkdirSync(join(root, '.eva/runs', later));
  writeFileSync(join(root, '.eva/runs', later, 'plan.json'), run.plan);
  const latest = await report(root, '--json');
  assert.equal(JSON.parse(latest.stdout).run_id, run.name);
  assert.match(latest.stderr, /aaaaaa/);
  assert.equal(latest.stderr.trimEnd().split('\n').length, 1);
  assert.equal((await report(root, run.name)).stderr, '');
});

test('all verdicts of an untouched run follow from its scores: exit 0', async (t) => {
  const { exitCode, stdout } = await report(library(t), '--recompute');
  assert.equal(exitCode, 0);
  assert.match(stdout, /\b3 verdicts\b/);
});

const tampered: readonly [what: string, edits: () => Edits, says: RegExp][] = [
  [
    'a score',
    () => ({ result: edited(run.result, (result) => (result.cases[0].scores[0].value = 0)) }),
    /mostly[\s\S]*the result says passed; the scores say nothing/,
  ],
  [
    'a p-value',
    () => ({ result: edited(run.result, (result) => (result.cases[0].verdicts[0].p_value = 1e-9)) }),
    /mostly[\s\S]*p_value: the result says 1e-9/,
  ],
  [
    'an outcome',
    () => ({ result: edited(run.result, (result) => (result.cases[1].verdicts[0].outcome = 'passed')) }),
    /rarely[\s\S]*outcome: the result says "passed"/,
  ],
  [
    'the words of a verdict',
    () => ({ result: edited(run.result, (result) => (result.cases[2].verdicts[0].reason = 'all is well')) }),
    /every[\s\S]*reason: the result says "all is well"/,
  ],
  [
    'a verdict that is gone',
    () => ({ result: edited(run.result, (result) => result.cases[0].verdicts.pop()) }),
    /mostly/,
  ],
  [
    'whether a case passed',
    () => ({ result: edited(run.result, (result) => (result.cases[1].passed = true)) }),
    /case "rarely": passed is stored as true, and the scores say false/,
  ],
  [
    'whether the run passed',
    () => ({ result: edited(run.result, (result) => (result.all_passed = true)) }),
    /the run: all_passed is stored as true, and the scores say false/,
  ],
  [
    'where a case stopped',
    () => ({ result: edited(run.result, (result) => (result.cases[0].stopped_at = 5)) }),
    /case "mostly": stopped_at .*\b5\b.*\b9\b/,
  ],
  [
    'a trial that is gone, its score kept',
    () => ({ result: edited(run.result, (result) => result.cases[0].trials.splice(2, 1)) }),
    /case "mostly": trial 3 /,
  ],
  [
    'a score that is there twice',
    () => ({ result: edited(run.result, (result) => result.cases[0].scores.push(result.cases[0].scores[3])) }),
    /case "mostly": trial 4 .*\b2 scores/,
  ],
  [
    'a score that cannot be',
    () => ({ result: edited(run.result, (result) => (result.cases[1].scores[0].value = 2)) }),
    /case "rarely": trial 1 .*\b2\b/,
  ],
  [
    'whether the run passed, in its row',
    () => ({ row: edited(run.row, (row) => (row.all_passed = true)) }),
    /\.eval\.jsonl: all_passed .*true.*false/,
  ],
  [
    'a verdict of its row',
    () => ({ row: edited(run.row, (row) => (row.verdicts[1].outcome = 'passed')) }),
    /\.eval\.jsonl: verdicts /,
  ],
  [
    'a second row of the run',
    () => ({ row: run.row + edited(run.row, (row) => (row.failed_cases = [])) }),
    /failed_cases .*\b0\b.*\b1\b/,
  ],
  [
    'the bar of the plan',
    () => ({ plan: edited(run.plan, (plan) => (plan.cases[1].expectations[0].criteria[0].params.proportion = 0.1)) }),
    /rarely/,
  ],
];

for (const [what, edits, says] of tampered) {
  test(`--recompute notices that somebody changed ${what}: exit 1`, async (t) => {
    const { exitCode, stdout, stderr } = await report(library(t, edits()), '--recompute');
    assert.deepEqual([exitCode, stderr], [1, '']);
    assert.match(stdout, says);
  });
}

test('--recompute accepts a missing row, and ignores rows of other runs: exit 0', async (t) => {
  const row = edited(run.row, (one) => Object.assign(one, { run_id: 'another', all_passed: true }));
  assert.equal((await report(library(t, { row }), '--recompute')).exitCode, 0);
  assert.equal((await report(library(t, { row: '' }), '--recompute')).exitCode, 0);
});

test('--recompute --json has each difference and contradiction', async (t) => {
  const result = edited(run.result, (one) => {
    one.cases[1].verdicts[0].outcome = 'passed';
    one.all_passed = true;
  });
  const { exitCode, stdout } = await report(library(t, { result }), '--recompute', '--json');
  const { run_id, agrees, total, differences, contradictions } = JSON.parse(stdout);
  assert.deepEqual([exitCode, run_id, agrees, total], [1, run.name, false, 3]);
  assert.deepEqual(
    differences.map((one: { case: string; stored: { outcome: string }; recomputed: { outcome: string } }) => [
      one.case,
      one.stored.outcome,
      one.recomputed.outcome,
    ]),
    [['rarely', 'passed', 'inconclusive']],
  );
  const contradicted = [
    / all_passed .*true.*false/,
    /\.eval\.jsonl: all_passed .*false.*true/,
    /\.eval\.jsonl: verdicts /,
  ];
  assert.equal(contradictions.length, contradicted.length);
  for (const [at, says] of contradicted.entries()) assert.match(contradictions[at], says);
});

const unreadable: readonly [what: string, edits: () => Edits, says: RegExp][] = [
  ['result.json is missing', () => ({ result: null }), /it has no result\.json/],
  ['plan.json is missing', () => ({ plan: null }), /it has no plan\.json/],
  [
    'result.json is half a file',
    () => ({ result: run.result.slice(0, run.result.length / 2) }),
    /result\.json is not complete JSON/,
  ],
  ['result.json is empty', () => ({ result: '' }), /result\.json is not complete JSON/],
  ['result.json is a list', () => ({ result: '[]' }), /result\.json: the file is not a mapping/],
  ['plan.json is null', () => ({ plan: 'null' }), /plan\.json: the file is not a mapping/],
  [
    'a score is text',
    () => ({ result: edited(run.result, (one) => (one.cases[0].scores[0].value = '1')) }),
    /result\.json: cases\[0\]\.scores\[0\]\.value /,
  ],
  [
    'a number is beyond all numbers',
    () => ({ result: run.result.replace(/"p_value":0\.\d+/, '"p_value":1e999') }),
    /verdicts\[0\]\.p_value /,
  ],
  ['a list is a mapping', () => ({ result: edited(run.result, (one) => (one.cases = {})) }), /result\.json: cases /],
  [
    'a field is called __proto__',
    () => ({ result: run.result.replace('"verdicts"', '"__proto__"') }),
    /cases\[0\]\.verdicts /,
  ],
  [
    'the plan asks for more trials than there can be',
    () => ({ plan: edited(run.plan, (plan) => (plan.cases[0].sample_size = 1e12)) }),
    /cases\[0\]\.sample_size /,
  ],
  [
    'a grader does not exist',
    () => ({ plan: edited(run.plan, (plan) => (plan.cases[0].expectations[0].grader.grader = 'constructor')) }),
    /grader\.grader /,
  ],
  [
    'the two files are of different runs',
    () => ({ plan: edited(run.plan, (plan) => (plan.evidence.cases = 'others')) }),
    /plan\.json and result\.json/,
  ],
  [
    'the run is in the folder of another one',
    () => ({ result: edited(run.result, (one) => (one.run_id = 'another')) }),
    /plan\.json and result\.json/,
  ],
  [
    'a score has an expectation that the plan lacks',
    () => ({ result: edited(run.result, (one) => (one.cases[0].scores[0].expectation = 5e9)) }),
    /plan\.json and result\.json/,
  ],
  [
    'a significance level is impossible',
    () => ({ result: edited(run.result, (one) => (one.cases[0].verdicts[0].significance_level = 1e308)) }),
    /verdicts\[0\]\.significance_level /,
  ],
];

for (const [what, edits, says] of unreadable) {
  test(`a run is reported as unreadable if ${what}: exit 3`, async (t) => {
    const { exitCode, stdout, stderr } = await report(library(t, edits()), run.name, '--recompute');
    assert.deepEqual([exitCode, stdout], [3, '']);
    assert.match(stderr, says);
    assert.match(stderr, /EVA_BAD_RUN/);
  });
}

test('a run that is too large to read is reported with a hint about runs: exit 3', async (t) => {
  const root = library(t);
  truncateSync(join(root, '.eva/runs', run.name, 'result.json'), 256 * 1024 * 1024 + 1);
  const { exitCode, stderr } = await report(root);
  assert.equal(exitCode, 3);
  assert.match(stderr, /result\.json .*256 MiB/);
  assert.match(stderr, /\.eval\.jsonl[\s\S]*EVA_BAD_RUN/);
});

test('a plan with an unknown metric cannot be recomputed: exit 3', async (t) => {
  const mood = { metric: 'per_turn.mood', scope: 'per_turn', unit: 'points', least: 0, cap: null };
  const grader = { grader: 'metric', params: mood };
  const plan = edited(run.plan, (one) => (one.cases[0].expectations[0].grader = grader));
  const { exitCode, stderr } = await report(library(t, { plan }), '--recompute');
  assert.equal(exitCode, 3);
  assert.match(stderr, /per_turn\.mood[\s\S]*EVA_BAD_RUN/);
});

for (const [what, criterion] of [
  ['does not exist', { criterion: 'mode_gte', params: {} }],
  ['lacks what it needs', { criterion: 'proportion_gte', params: {} }],
] as const) {
  test(`a plan with a criterion that ${what} cannot be recomputed: exit 3`, async (t) => {
    const plan = edited(run.plan, (one) => (one.cases[0].expectations[0].criteria = [criterion]));
    const { exitCode, stderr } = await report(library(t, { plan }), '--recompute');
    assert.equal(exitCode, 3);
    assert.match(stderr, /plan\.json[\s\S]*EVA_BAD_RUN/);
  });
}

for (const name of ['..', '.', '', '../../prompts/diff', '/etc', 'a/../b', '20200101T000000Z-000000', '\u001b[31m']) {
  test(`an unknown run is refused: ${JSON.stringify(name)}: exit 2`, async (t) => {
    const { exitCode, stdout, stderr } = await report(library(t), name);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, /EVA_UNKNOWN_RUN/);
    assert.ok(!stderr.includes('\u001b'));
  });
}

test('a run with a similar name is suggested', async (t) => {
  const { exitCode, stderr } = await report(library(t), run.name.slice(0, -1));
  assert.equal(exitCode, 2);
  assert.match(stderr, new RegExp(`${run.name}\\?[\\s\\S]*EVA_UNKNOWN_RUN`));
});

test('a library without runs has nothing to report: exit 2', async (t) => {
  const { exitCode, stderr } = await report(tempLibrary(t, files));
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_UNKNOWN_RUN/);
});

test('a link in place of a run, its file or the folder of runs is not followed', async (t) => {
  const outside = library(t);
  const linkedFile = library(t, { result: null });
  symlinkSync(
    join(outside, '.eva/runs', run.name, 'result.json'),
    join(linkedFile, '.eva/runs', run.name, 'result.json'),
  );
  const linkedRuns = library(t);
  rmSync(join(linkedRuns, '.eva/runs'), { recursive: true });
  symlinkSync(join(outside, '.eva/runs'), join(linkedRuns, '.eva/runs'));
  const linkedRun = library(t);
  renameSync(join(linkedRun, '.eva/runs', run.name), join(linkedRun, 'moved'));
  symlinkSync(join(linkedRun, 'moved'), join(linkedRun, '.eva/runs', run.name));
  const said = await Promise.all([linkedFile, linkedRuns, linkedRun].map((root) => report(root, run.name)));
  assert.deepEqual(
    said.map(({ exitCode, stderr }) => [exitCode, /EVA_[A-Z_]+/.exec(stderr)?.[0]]),
    [
      [2, 'EVA_ODD_FILE'],
      [2, 'EVA_ODD_FILE'],
      [2, 'EVA_UNKNOWN_RUN'],
    ],
  );
});

for (const PAGER of ['/nonexistent/pager', ' ', '/']) {
  test(`the report is printed if the pager "${PAGER}" cannot be started`, async (t) => {
    const { stdout } = await runEva(['report', '--full'], { cwd: library(t), columns: 80, env: { PAGER } });
    assert.match(stdout, /<diff>/);
  });
}

test('a pager that starts gets the whole report', async (t) => {
  const root = library(t);
  const { stdout } = await runEva(['report', '--full'], {
    cwd: root,
    columns: 80,
    env: { PAGER: `cat > ${root}/shown` },
  });
  assert.equal(stdout, '');
  assert.match(readFileSync(join(root, 'shown'), 'utf8'), /<diff>/);
});

test('a secret that is wrapped over two lines is redacted', async (t) => {
  const DEPLOY_TOKEN = 'tok_4f8a1c7e9b2d6035aa17_zZ9_Qx';
  const result = edited(run.result, ({ cases }) => {
    for (const trial of cases[1].trials) trial.turns[0].app_response = `${'-'.repeat(52)}${DEPLOY_TOKEN}`;
  });
  const { stdout } = await runEva(['report', '--full'], {
    cwd: library(t, { result }),
    columns: 80,
    env: { DEPLOY_TOKEN, FORCE_COLOR: '1' },
  });
  assert.match(stdout, /\[redacted\]/);
  assert.doesNotMatch(stdout, /tok_4|Qx/);
});

const damages: Readonly<Record<string, (line: ReturnType<typeof JSON.parse>) => void>> = {
  'an excerpt': ({ scores }) => {
    scores[0].findings[0].excerpt = { text: 5, line: 1, mark: { start: 0, end: 1 } };
  },
  "a judge's reply": ({ scores }) => Object.assign(scores[0].findings[0], { judge_reply: 7 }),
  votes: ({ scores }) => Object.assign(scores[0].findings[0], { votes: 'abc' }),
  'an expectation': ({ scores }) => Object.assign(scores[0], { expectation: -1 }),
  'a conversation': ({ trial }) => Object.assign(trial, { conversation: { style: null, unanswered: 5 } }),
};

for (const [what, damage] of Object.entries(damages)) {
  test(`a line of trials.jsonl with ${what} of another shape is skipped`, async (t) => {
    const { exitCode, stdout } = await withTrials(t, damage);
    assert.equal(exitCode, 1);
    assert.match(stdout, /its text is gone/);
  });
}

test('a line of trials.jsonl with an expectation that the plan lacks is shown at once', async (t) => {
  const { exitCode, stdout } = await withTrials(t, ({ scores }) => Object.assign(scores[0], { expectation: 5e9 }));
  assert.equal(exitCode, 1);
  assert.match(stdout, /reply {3}<diff>/);
});

/** Reports a run whose texts are only in trials.jsonl, after a change of each of its lines. */
function withTrials(t: TestContext, change: (line: ReturnType<typeof JSON.parse>) => void): Promise<EvaOutput> {
  const result = edited(run.result, ({ cases }) => {
    for (const { trials } of cases) for (const trial of trials) Object.assign(trial, { cut: true });
  });
  const root = library(t, { result });
  const lines = run.trials.trim().split('\n');
  writeFileSync(
    join(root, '.eva/runs', run.name, 'trials.jsonl'),
    lines.map((line) => `${edited(line, change)}\n`).join(''),
  );
  return report(root, '--full');
}

test('a pager is not taken from the library by a relative entry of PATH', async (t) => {
  const root = library(t);
  writeFileSync(join(root, 'show-it'), `#!/bin/sh\ncat > ${root}/started\n`, { mode: 0o755 });
  const env = { PAGER: 'show-it', PATH: `${relative('', root)}:${process.env['PATH']}` };
  const { stdout } = await runEva(['report', '--full'], { cwd: root, columns: 80, env });
  assert.equal(existsSync(join(root, 'started')), false);
  assert.match(stdout, /<diff>/);
});
