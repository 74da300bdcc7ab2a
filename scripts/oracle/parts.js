// The parts of the comparison. Each runs one side and returns its cases: `{ name, input, text }`, where `input` is what eva was given,
// and `text` what came out. Inputs are those of BEFORE, and `shared` is a folder that both sides may read.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedBody, longRun, ourLibrary } from './library.js';
import { startModels } from './models.js';
import { filesIn, forEach, outputOf, writeFiles } from './side.js';

/** By name; `--part NAME` runs one. */
export const parts = { help, mistakes, examples, shown, import: imports, live, resume, library };

const readText = (path) => readFileSync(path, 'utf8');

/** `--help` of every command that either side has. */
async function help(side) {
  const cwd = side.folder();
  const textOf = async (argv) => unwrapped(await side.eva([...argv, '--help'], { cwd }));
  const commandsIn = (text) =>
    [...(/\nCommands:\n[\s\S]*?(?=\n\n|$)/.exec(text)?.[0] ?? '').matchAll(/\n {2}([a-z-]+) /g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help');
  const top = await textOf([]);
  const cases = [{ name: 'eva', text: top }];
  const queue = commandsIn(top).map((name) => [name]);
  for (const argv of queue) {
    const text = await textOf(argv);
    cases.push({ name: argv.join(' '), text });
    queue.push(...commandsIn(text).map((name) => [...argv, name]));
  }
  return cases;
}

/** Joins the lines of a table of --help, so that each entry is a line. */
const unwrapped = (text) => text.replace(/\n {10,}/g, ' ');

/** Joins the lines of each problem, so that one is a line, whatever its width. */
const problemLines = (text) =>
  text
    .split('\n\n')
    .map((block) => block.replace(/\n *\d* *\| ?=?/g, ' ').replace(/\s+/g, ' '))
    .join('\n');

/** The mistakes of the tests: most of them in one library for `doctor --json`, the others by their own commands. */
async function mistakes(side) {
  const { root, together, alone } = await mistakesOf(side);
  const found = await problemsById(side, root);
  const cases = together.map(({ name, id, files }) => ({
    name,
    input: inputOf(files),
    text: (found.get(id) ?? []).join('\n').replaceAll(id, 'diff'),
  }));
  const others = await forEach(alone, async ({ name, root: cwd, argv, env, files }) => ({
    name,
    input: `${argv.join(' ')}\n${inputOf(files)}`,
    text: problemLines(await side.eva(argv, { cwd, env })),
  }));
  return [...cases, { name: 'of the library', text: (found.get('') ?? []).join('\n') }, ...others];
}

/** Returns the beginning of each file: some are very large. */
const inputOf = (files) =>
  Object.entries(files)
    .map(([path, content]) => `${path}\n${String(content).slice(0, 20_000)}`)
    .join('\n');

let knownMistakes;

/**
 * Reads the mistakes of BEFORE's tests, and writes their libraries. Those of which doctor says nothing get a library
 * each. No process can be given a NUL, so a mistake of that kind is left out.
 */
function mistakesOf(side) {
  knownMistakes ??= (async () => {
    const root = join(side.shared, 'together');
    const known = join(side.shared, 'mistakes.json');
    const all = existsSync(known) ? JSON.parse(readText(known)) : await readMistakes(side);
    const isNew = !existsSync(known);
    for (const mistake of all) mistake.files = mapValues(mistake.files, fromJson);
    if (isNew) {
      rmSync(root, { recursive: true, force: true });
      for (const mistake of all.filter(fitsTogether)) writeFiles(root, withOwnNames(mistake));
      const found = await problemsById(side.of(side.before), root);
      for (const mistake of all) {
        mistake.isTogether = found.has(mistake.id);
        if (!mistake.isTogether) writeFiles(join(side.shared, mistake.id), mistake.files);
      }
      const written = all.map((mistake) => ({ ...mistake, files: mapValues(mistake.files, toJson) }));
      writeFileSync(known, JSON.stringify(written));
    }
    const alone = all.filter(({ isTogether }) => !isTogether);
    return {
      root,
      together: all.filter(({ isTogether }) => isTogether),
      alone: alone.map((mistake) => ({ ...mistake, root: join(side.shared, mistake.id) })),
    };
  })();
  return knownMistakes;
}

async function readMistakes(side) {
  const script = fileURLToPath(new URL('./mistakes.js', import.meta.url));
  const { out, err, code } = await outputOf(spawn(process.execPath, [script], { cwd: side.before }));
  if (code !== 0) throw new Error(`the mistakes of ${side.before} could not be read: ${err}`);
  const startable = JSON.parse(out).filter(({ argv }) => !argv.some((word) => word.includes('\0')));
  return startable.map((mistake, at) => ({ ...mistake, id: `m${String(at).padStart(4, '0')}` }));
}

const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
const fromJson = (content) => (typeof content?.base64 === 'string' ? Buffer.from(content.base64, 'base64') : content);
const toJson = (content) =>
  content instanceof Uint8Array ? { base64: Buffer.from(content).toString('base64') } : content;

const fitsTogether = ({ argv, env, changed }) =>
  argv.join(' ') === 'eval diff' &&
  !env &&
  changed.every((path) => path.startsWith('prompts/diff/') || /^data\/[\w./-]+$/.test(path));

/** Returns the files of a mistake under the name of its own prompt, and in its own folder of data. */
function withOwnNames({ id, files, changed }) {
  const hasData = changed.some((path) => path.startsWith('data/'));
  const renamed = Object.entries(files).map(([path, content]) => {
    const to = path.replace(/^prompts\/diff\//, `prompts/${id}/`).replace(/^data\//, `data/${id}/`);
    if (typeof content !== 'string') return [to, content];
    const named = content.replaceAll('prompts/diff', `prompts/${id}`);
    const ofMeta = path.endsWith('meta.yml') ? named.replace(/^id: diff$/m, `id: ${id}`) : named;
    return [to, hasData ? ofMeta.replaceAll('data/', `data/${id}/`) : ofMeta];
  });
  return Object.fromEntries(renamed);
}

const doctored = new Map();

/** Runs `doctor --json`; returns the lines of its problems by the prompt in whose files they are. */
async function problemsById(side, cwd) {
  const key = `${side.checkout} ${cwd}`;
  if (!doctored.has(key)) doctored.set(key, await side.start(['doctor', '--json'], { cwd }).ended);
  const { code, out, err } = doctored.get(key);
  const { prompts = [], library: rest = [], ...counts } = out ? JSON.parse(out) : {};
  const byId = new Map([['', [`exit ${code}`, err, JSON.stringify(counts)]]]);
  const add = (id, problem) =>
    byId.set(id, [...(byId.get(id) ?? []), ...Object.entries(problem).map((field) => fieldLine(side, cwd, field))]);
  for (const { id, problems } of prompts) for (const problem of problems) add(id, problem);
  for (const problem of rest) add(/^(?:prompts|data)\/(m\d{4})/.exec(problem.at?.file)?.[1] ?? '', problem);
  return byId;
}

function fieldLine(side, cwd, [key, value]) {
  return `${key}: ${side.normal(typeof value === 'string' ? value : JSON.stringify(value), cwd)}`;
}

/** The example library: each prompt replayed, with its reports, rows and run folder, and the commands that call no model. */
async function examples(side) {
  const root = exampleLibrary(side, side.folder());
  const ids = readdirSync(join(root, 'prompts')).sort();
  const inputs = new Map(ids.map((id) => [id, readText(join(root, 'prompts', id, 'eval.yml'))]));
  const cases = [];
  for (const argv of [['list'], ['list', '--json'], ['doctor'], ['doctor', '--json'], ['trust'], ['log', '--all']])
    cases.push({
      name: `${argv.join(' ')} before the runs`,
      input: [...inputs.values()].join('\n'),
      text: await side.eva(argv, { cwd: root }),
    });
  const perPrompt = await forEach(ids, async (id) => {
    const cwd = exampleLibrary(side, side.folder());
    const reports = ['json', 'junit', 'markdown', 'html', 'github'].map((name) => `--report=${name}=out/${name}`);
    const commands = [
      ['plan', id, '--full'],
      ['plan', id, '--json'],
      ['mutate', id, '--plan', '--json'],
      ['eval', id, '--replay', '--show', '--trust', ...reports],
      ['report', '--failed'],
      ['report', '--recompute'],
      ['report', '--out', 'out/trials.csv'],
      ['promote', id],
    ];
    const own = [];
    for (const argv of commands)
      own.push({
        name: argv.filter((word) => !word.startsWith('--report=')).join(' '),
        input: inputs.get(id),
        text: await side.eva(argv, { cwd }),
      });
    return [...own, ...writtenFiles(side, cwd, id, inputs.get(id))];
  });
  return [...cases, ...perPrompt.flat()];
}

function exampleLibrary({ before }, root) {
  for (const name of ['prompts', '.eval.jsonl', '.attempts.jsonl'])
    cpSync(join(before, name), join(root, name), { recursive: true });
  // One call after another, so that the order of what is printed and written is always the same.
  return writeFiles(root, { 'eva.yml': 'concurrency: 1\n' });
}

/** Returns the files that commands wrote, a case for each kind. */
function writtenFiles(side, root, about, input) {
  const kinds = [
    ['rows', /^\.(eval|attempts|compare)\.jsonl$|\.(eval|attempts|compare)\.jsonl$/],
    ['run folders', /^\.eva\/runs\/(?!.*\.(html|lock)$)/],
    ['other files of .eva', /^\.eva\/(?!runs\/)/],
    ['reports', /^out\//],
    ['recordings and labels', /^prompts\/.*(recordings|labels|mutations)\.(jsonl|yml)$/],
  ];
  return kinds.map(([kind, pattern]) => ({
    name: `${about}: ${kind}`,
    input,
    text: pagesByTag(side.files(root, pattern)),
  }));
}

/** Leaves the styles and the code out of pages, which have nothing to say, and writes a tag a line. */
const pagesByTag = (text) =>
  text
    .replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '<$1>')
    .replace(/(<!doctype html>[\s\S]*?<\/html>)/gi, (page) => page.replaceAll('<', '\n<'));

let finishedRuns;

/** Runs that BEFORE has finished, shown by each side. */
async function shown(side) {
  finishedRuns ??= (async () => {
    const root = join(side.shared, 'finished');
    if (existsSync(root)) return root;
    exampleLibrary(side, root);
    await side.of(side.before).start(['eval', '--yes', '--replay', '--trust'], { cwd: root }).ended;
    return root;
  })();
  const cwd = side.folder();
  cpSync(await finishedRuns, cwd, { recursive: true });
  const runs = readdirSync(join(cwd, '.eva/runs')).sort();
  const commands = [
    ['log', '--all'],
    ['log', '--json'],
    ['list'],
    ['list', '--json'],
    ['clean'],
    ...runs.flatMap((run) => [
      ['report', run, '--full'],
      ['report', run, '--json'],
      ['report', run, '--report', 'html'],
    ]),
  ];
  return forEach(commands, async (argv) => {
    const plan = runs.includes(argv[1]) ? JSON.parse(readText(join(cwd, '.eva/runs', argv[1], 'plan.json'))) : {};
    const prompt = plan.prompt?.id ?? plan.prompt_id ?? plan.id ?? '';
    const run = String(runs.indexOf(argv[1]));
    return {
      name: argv.map((word) => (runs.includes(word) ? `run ${run} ${prompt}` : word)).join(' '),
      input: JSON.stringify(plan),
      text: pagesByTag(await side.eva(argv, { cwd })),
    };
  });
}

/** Every configuration of promptfoo among the tests' fixtures: what an import prints and writes. */
async function imports(side) {
  const fixtures = side.folder();
  const from = join(side.before, 'tests/fixtures');
  for (const name of ['import', 'from-promptfoo'])
    if (existsSync(join(from, name))) cpSync(join(from, name), join(fixtures, name), { recursive: true });
  const configs = filesIn(fixtures).filter((path) => /promptfooconfig\.\w+$/.test(path));
  const cases = await forEach(configs, async (config) => {
    const into = side.folder();
    const input = filesIn(dirname(join(fixtures, config)))
      .map((path) => readFileSync(join(fixtures, dirname(config), path), 'latin1'))
      .join('\n');
    const eva = async (...more) =>
      (await side.eva(['import', 'promptfoo', config, '--into', into, ...more], { cwd: fixtures })).replaceAll(
        into,
        '<into>',
      );
    return [
      { name: `${config}: --dry-run`, input, text: await eva('--dry-run') },
      { name: `${config}: --json`, input, text: await eva('--json') },
      { name: `${config}: files`, input, text: side.files(into, /^(?!\.)/) },
    ];
  });
  return cases.flat();
}

/** Commands against one loopback server, whose answers depend on the request alone. */
async function live(side) {
  const models = await startModels();
  try {
    const cwd = side.folder(ourLibrary);
    const at = '2026-01-02T03:04:05Z';
    const person = { GIT_AUTHOR_NAME: 'o', GIT_AUTHOR_EMAIL: 'o@example.com', GIT_AUTHOR_DATE: at };
    const committer = { GIT_COMMITTER_NAME: 'o', GIT_COMMITTER_EMAIL: 'o@example.com', GIT_COMMITTER_DATE: at };
    const git = (...argv) => spawnSync('git', argv, { cwd, env: { PATH: process.env.PATH, ...person, ...committer } });
    const env = { ANTHROPIC_API_KEY: 'sk-oracle', ANTHROPIC_BASE_URL: models.url, EVA_RATER: 'ann' };
    const cases = [];
    const eva = async (...argv) => cases.push({ name: argv.join(' '), text: await side.eva(argv, { cwd, env }) });
    git('init', '-q');
    git('add', '.');
    git('-c', 'commit.gpgsign=false', 'commit', '-qm', 'first');
    await eva('doctor');
    await eva('plan', 'sort', '--full');
    await eva('plan', 'reset', '--json');
    await eva(
      'eval',
      '--yes',
      '--record',
      '--report',
      'json=out/all.json',
      '--report',
      'html=out/all.html',
      '--report',
      'junit=out/all.xml',
    );
    await eva('eval', 'reply', '--cache');
    await eva('eval', 'reply', '--cache', '--json');
    await eva('cache', 'stats');
    await eva('eval', 'reply', '--replay');
    await eva('eval', 'sort', '--max-calls', '5', '--allow-short-budget');
    await eva('eval', 'sort', '--resume');
    for (const shard of ['1/2', '2/2']) await eva('eval', 'sort', '--shard', shard);
    await eva('merge', '.eva/runs');
    await eva('label', 'reply', '--export', 'out/labels.csv');
    fillLabels(join(cwd, 'out/labels.csv'));
    await eva('label', 'reply', '--import', 'out/labels.csv');
    await eva('calibrate', 'reply');
    await eva('calibrate', 'reply', '--items', '--json');
    await eva('mutate', 'reply', '--sample', '4');
    await eva('mutate', 'reply', '--sample', '4', '--json');
    writeFiles(cwd, changedBody);
    await eva('eval', '--changed', 'HEAD');
    await eva('compare', 'sort', 'HEAD', '--plan');
    await eva('compare', 'sort', 'HEAD', '--items', 'worse', '--report', 'html=out/compare.html');
    await eva('compare', 'sort', 'HEAD', '--json');
    await eva('compare', 'reply', '--model', 'claude-x', '--model', 'claude-y');
    await eva('log', '--all');
    await eva('log', '--json');
    await eva('list');
    await eva('list', '--json');
    for (const id of ['sort', 'reply', 'reset']) await eva('promote', id);
    await eva('clean', '--older-than', '1h', '--dry-run');
    const files = writtenFiles(side, cwd, 'all');
    // Last, since BEFORE asked nothing here, and the stand-in counts how often it is asked.
    await eva('eval', 'sort', '--items', '4', '--look');
    return [...cases, ...files];
  } finally {
    await models.close();
  }
}

/** Fills the verdicts of exported answers: passes all but each third. */
function fillLabels(path) {
  if (!existsSync(path)) return;
  const [header, ...records] = readText(path).split('\r\n');
  const at = header
    .replace(/^\ufeff/, '')
    .split(',')
    .indexOf('verdict');
  let count = 0;
  const filled = records.map((record) => {
    const cells = record.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.slice(0, -1) ?? [];
    if (cells.length <= at) return record;
    cells[at] = `${count++ % 3 === 0 ? 'fail' : 'pass'},`;
    return cells.join('').replace(/,$/, at === cells.length - 1 ? '' : '$&');
  });
  writeFileSync(path, [header, ...filled].join('\r\n'));
}

/** A run that one checkout begins and that is killed, and the other resumes. */
async function resume(side) {
  const others = [
    ['BEFORE begins', side.before, side.checkout],
    ['BEFORE resumes', side.checkout, side.before],
  ];
  const cases = await forEach(others, async ([name, first, second]) => {
    const models = await startModels({ hangsAfter: 7 });
    try {
      const cwd = side.folder(longRun);
      const env = { ANTHROPIC_API_KEY: 'sk-oracle', ANTHROPIC_BASE_URL: models.url };
      const begun = side.of(first).start(['eval', 'long'], { cwd, env });
      await Promise.race([models.hangs, begun.ended]);
      begun.child.kill('SIGKILL');
      await begun.ended;
      models.goOn();
      const texts = [];
      for (const argv of [['log'], ['eval', 'long', '--resume'], ['report', '--json'], ['log', '--json']])
        texts.push(await side.of(second).eva(argv, { cwd, env }));
      const calls = `${models.asked()} calls of models in all`;
      return [{ name, text: [...texts, calls].join('\n') }, ...writtenFiles(side, cwd, name)];
    } finally {
      await models.close();
    }
  });
  return cases.flat();
}

/** A program that imports the package's public entries. */
async function library(side) {
  const cwd = exampleLibrary(side, side.folder());
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(side.checkout, join(cwd, 'node_modules/eva-harness'));
  const program = fileURLToPath(new URL('./program.mjs', import.meta.url));
  cpSync(program, join(cwd, basename(program)));
  const child = spawn(process.execPath, [basename(program)], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, TZ: 'UTC' },
  });
  const { code, out, err } = await outputOf(child);
  const sections = side.normal(out, cwd).split(/^# /m).slice(1);
  return [
    { name: 'exit code', text: `${code}\n${side.normal(err, cwd)}` },
    ...sections.map((section) => ({ name: section.split('\n')[0], text: section })),
  ];
}
