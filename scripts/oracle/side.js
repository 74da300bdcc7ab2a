// One of the two checkouts that are compared: runs its commands, and writes what they print and leave in a form that can be compared.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What differs from one run to the next, and what stands for it. */
const normalForms = [
  [/\b\d{8}T\d{6}Z-[0-9a-f]{6}\b/g, '<run>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z/g, '<time>'],
  [/\b(127\.0\.0\.1|localhost):\d+/g, '<server>'],
  [/\b\d\d:\d\d(:\d\d)?\b/g, '<clock>'],
  [
    /\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g,
    '<day>',
  ],
  [/\b(\d+m \d+s|\d+(\.\d+)? ?m?s)(?=( [·|]| {2}|$|<|\. |\.$))/gm, '<duration>'],
  [/\b[\d.]+ [kM]?B\b/g, '<size>'],
  [/"(latency|\w*_s|\w*_ms|pid)": ?[\d.e-]+/g, '"$1": <varies>'],
  [/ time(stamp)?="[^"]*"/g, ' time="<varies>"'],
  [/'sha256-[\w+/=]+'/g, "'<digest of code>'"],
  [/"row": ?"[0-9a-f]{64}"/g, '"row": <digest of times>'],
  [/\bprocess \d+/g, 'process <pid>'],
];

/** Opens a checkout. `temp` is the folder of this side, `shared` that of both, and `before` the checkout whose inputs both get. */
export function openSide({ checkout, before, temp, shared }) {
  mkdirSync(temp, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const normal = (text, root) => {
    const runs = join(root, '.eva/runs');
    const known = existsSync(runs) ? readdirSync(runs).join(' ') : '';
    const short = [...`${known} ${text}`.matchAll(/\b\d{8}T\d{6}Z-([0-9a-f]{6})\b/g)].map(([, id]) => id);
    const paths = text.replaceAll(root, '<root>').replaceAll(checkout, '<checkout>').replaceAll(version, '<version>');
    const named = [...new Set(short)].reduce(
      (rest, id) => rest.replace(new RegExp(`(?<!-)\\b${id}\\b`, 'g'), '<run>'),
      paths,
    );
    return normalForms.reduce((rest, [pattern, form]) => rest.replace(pattern, form), named);
  };
  const side = {
    checkout,
    before,
    shared,
    /** Writes files into a new folder of this side. */
    folder: (files = {}) => writeFiles(mkdtempSync(join(temp, 'lib-')), files),
    /** Starts a command; `ended` resolves to its exit code and output. */
    start: (argv, options) => start(checkout, argv, options),
    /** Runs a command; returns its exit code and output as a text to compare. */
    async eva(argv, options) {
      const { code, out, err } = await start(checkout, argv, options).ended;
      return normal(`exit ${code}\n${asLines(out)}${out && err ? '\n' : ''}${err}`, options.cwd);
    },
    /** Returns the text of files below a folder, those whose path matches. */
    files: (root, pattern) =>
      filesIn(root)
        .filter((path) => pattern.test(path))
        .map((path) => normal(`== ${path}\n${asLines(readFileSync(join(root, path), 'utf8'))}`, root))
        .sort()
        .join('\n'),
    normal,
  };
  return { ...side, of: (other) => (other === checkout ? side : openSide({ checkout: other, before, temp, shared })) };
}

/** Writes JSON over many lines, so that a difference is a line; JSON Lines each. Returns any other text as it is. */
function asLines(text) {
  const parsed = (json) => JSON.stringify(JSON.parse(json, withoutTimes), null, 1);
  if (!/^[[{]/.test(text)) return text;
  try {
    return parsed(text);
  } catch {
    try {
      return text.trimEnd().split('\n').map(parsed).join('\n');
    } catch {
      return text;
    }
  }
}

/** Leaves out the figures of a report that are times. */
function withoutTimes(_key, value) {
  if (value?.figure && value.about?.raw === 'latency') return { figure: 'of latency' };
  return value?.name === 'duration' ? { name: 'duration' } : value;
}

function start(checkout, argv, { cwd, env = {}, input = '' }) {
  const child = spawn(process.execPath, [join(checkout, 'bin/eva.js'), ...argv], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, XDG_DATA_HOME: '/nonexistent-data-home', TZ: 'UTC', ...env },
  });
  return { child, ended: outputOf(child, input) };
}

/** Returns the exit code and the output of a process once it has ended. */
export async function outputOf(child, input = '') {
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on('close', (status, signal) => resolve(status ?? signal)));
  return { code, ...output };
}

/** Writes files below a folder and returns it. A file is a text, bytes, `{ link }`, `{ directory }`, or null for none. */
export function writeFiles(root, files) {
  mkdirSync(root, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    if (content === null) continue;
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(path, content);
    else if ('link' in content) symlinkSync(content.link, path);
    else mkdirSync(path, { recursive: true });
    if (path.endsWith('.sh')) chmodSync(path, 0o755);
  }
  return root;
}

/** Returns the paths of all files below a folder. */
export function filesIn(root) {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile())
    .sort();
}

/** Calls a function for each item, two at a time, and returns the results in order. */
export async function forEach(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at], at);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}
