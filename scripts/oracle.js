// node scripts/oracle.js BEFORE AFTER [--part NAME ...] [--full] [--keep FOLDER [--again]]
//
// Compares two built checkouts through their command line and the public entry of the library: exit codes, output and written files on
// the same inputs, which come from BEFORE. Prints the counts of each part and each difference that no entry of oracle/differences.yml
// explains, and exits with 1 if there is one, or if an entry explains nothing. --full shows differences uncut, and those that are explained.
// --keep saves in a folder what BEFORE does, and uses it there the next time, which saves half of about ten minutes of CPU.
// With --again it uses what AFTER did, too, so that only differences.yml is tried.
//
// An entry of differences.yml has a `reason`, and one of
//   input: REGEX             the files or the command use what was dropped; whatever comes out of them may differ
//   only_before: REGEX       a line that only BEFORE has may match
//   only_after: REGEX        a line that only AFTER has may match
//   rewrite: REGEX, to: TEXT this is what became of BEFORE's text
// `part` and `name` (a regex of the case) limit it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { parts } from './oracle/parts.js';
import { openSide } from './oracle/side.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', multiple: true },
    full: { type: 'boolean', default: false },
    keep: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
});
if (positionals.length !== 2)
  throw new Error('node scripts/oracle.js BEFORE AFTER: the folders of two built checkouts');
for (const name of values.part ?? [])
  if (!parts[name]) throw new Error(`there is no part "${name}"; the parts are ${Object.keys(parts).join(', ')}`);

const checkouts = positionals.map((folder) => resolve(folder));
const unbuilt = checkouts.find((folder) => !existsSync(join(folder, 'dist')));
if (unbuilt) throw new Error(`${unbuilt} is not built: npm run build`);

const listed = readListed();
const chosen = values.part ?? Object.keys(parts);
const temp = mkdtempSync(join(tmpdir(), 'eva-oracle-'));
let unexplained = 0;
try {
  for (const name of chosen) unexplained += await comparePart(name);
} finally {
  rmSync(temp, { recursive: true, force: true });
}
const idle = listed.filter(({ part, used }) => !used && (part ? chosen.includes(part) : !values.part));
for (const { reason, text } of idle) console.log(`differences.yml: explains nothing: ${text} (${reason})`);
process.exitCode = unexplained + idle.length > 0 ? 1 : 0;

function readListed() {
  const entries = parse(readFileSync(new URL('./oracle/differences.yml', import.meta.url), 'utf8')) ?? [];
  return entries.map((entry) => {
    const [kind] = ['input', 'only_before', 'only_after', 'rewrite'].filter((key) => key in entry);
    if (!kind || !entry.reason)
      throw new Error(`differences.yml: an entry needs a reason and a pattern: ${JSON.stringify(entry)}`);
    const name = new RegExp(entry.name ?? '', 's');
    return {
      ...entry,
      kind,
      name,
      text: `${kind}: ${entry[kind]}`,
      pattern: new RegExp(entry[kind], kind === 'rewrite' ? 'gs' : 's'),
    };
  });
}

/** Compares one part, prints what it found, and returns how many differences no entry explains. */
async function comparePart(part) {
  const [before, after] = checkouts;
  const shared = join(values.keep ? resolve(values.keep) : temp, part);
  mkdirSync(shared, { recursive: true });
  const started = Date.now();
  const read = async (checkout, side, isSaved) => {
    const saved = join(shared, `${side}.json`);
    if (isSaved && existsSync(saved)) return JSON.parse(readFileSync(saved, 'utf8'));
    const cases = await parts[part](openSide({ checkout, before, temp: join(temp, part, side), shared }));
    writeFileSync(saved, JSON.stringify(cases));
    return cases;
  };
  const byName = (cases) => new Map(cases.map((oneCase) => [oneCase.name, oneCase]));
  const casesBefore = byName(await read(before, 'before', true));
  const casesAfter = byName(await read(after, 'after', values.again));
  const names = [...new Set([...casesBefore.keys(), ...casesAfter.keys()])];
  const compared = names.map((name) => compareCase(part, name, casesBefore.get(name), casesAfter.get(name)));
  const count = (state) => compared.filter((found) => found.state === state).length;
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${part}: ${names.length} compared, ${count('same')} the same, ${count('listed')} as listed, ${count('different')} DIFFERENT (${seconds} s)`,
  );
  for (const found of compared)
    if (found.state === 'different' || (values.full && found.state === 'listed')) show(found);
  return count('different');
}

function compareCase(part, name, before = { text: '(none)' }, after = { text: '(none)' }) {
  if (before.text === after.text) return { state: 'same' };
  const input = before.input ?? after.input ?? '';
  const entries = listed.filter((entry) => (!entry.part || entry.part === part) && entry.name.test(name));
  const uses = (entry) => {
    entry.used = true;
    return true;
  };
  let rewritten = before.text;
  for (const entry of entries.filter(({ kind }) => kind === 'rewrite')) {
    const text = rewritten.replace(entry.pattern, entry.to ?? '');
    if (text !== rewritten) uses(entry);
    rewritten = text;
  }
  const { removed, added } = differenceOf(rewritten, after.text, isOfGroup(input));
  const isListed = (kind, line) =>
    entries.some((entry) => entry.kind === kind && entry.pattern.test(line) && uses(entry));
  const lines = signed(
    removed.filter((line) => !isListed('only_before', line)),
    added.filter((line) => !isListed('only_after', line)),
  );
  const title = `${part}: ${name}`;
  if (lines.length === 0) return { state: 'listed', title, lines: signed(removed, added) };
  const isOfInput = entries.some((entry) => entry.kind === 'input' && entry.pattern.test(input) && uses(entry));
  return { state: isOfInput ? 'listed' : 'different', title, lines };
}

/** Whether a command may make a group of runs: they begin in the same second, so the random part of their ids orders them. */
function isOfGroup(input) {
  return /^ *(models|cases_of):/m.test(input);
}

/** Returns the lines that only one of two texts has, without the comma at their end. Their order counts only if there are none. */
function differenceOf(before, after, isAnyOrder) {
  const [left, right] = [before, after].map((text) =>
    text.split('\n').map((line) => line.replace(/\s+/g, ' ').replace(/,? *$/, '').trimStart()),
  );
  const without = (lines, others) => {
    const counts = new Map();
    for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
    return lines.filter((line) => {
      const count = counts.get(line) ?? 0;
      counts.set(line, count - 1);
      return count <= 0;
    });
  };
  const found = { removed: without(left, right), added: without(right, left) };
  if (isAnyOrder || found.removed.length + found.added.length > 0 || left.join('\n') === right.join('\n')) return found;
  const at = left.findIndex((line, index) => line !== right[index]);
  return { removed: [`(order) ${left[at]}`], added: [`(order) ${right[at]}`] };
}

function signed(removed, added) {
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
}

function show({ state, title, lines }) {
  const firstOf = (sign) => lines.filter((line) => line.startsWith(sign)).slice(0, 4);
  const shortened = [...firstOf('-'), ...firstOf('+')].map((line) =>
    line.length > 300 ? `${line.slice(0, 300)}…` : line,
  );
  const shown = values.full ? lines : shortened;
  console.log(`  ${state === 'listed' ? 'listed' : 'DIFFERENT'}: ${title}`);
  for (const line of shown) console.log(`      ${line}`);
  if (shown.length < lines.length) console.log(`      … ${lines.length - shown.length} more lines`);
}
