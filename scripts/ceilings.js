// node scripts/ceilings.js: prints how large each room of src/, the tests, the docs and the package are, beside their ceilings.
// --write sets the ceilings in scripts/ceilings.json to today's figures, --list LAW prints each place that a law counts.
//
// A ceiling is the figure and one per cent, rounded up to two and a half digits (12,345 becomes 12,500), so that a trivial change does
// not pass it; 0 stays 0. A change that needs more says in its commit what it buys, and raises the number in the same commit.
//
// A token is a word, a number, a text in quotes (a template is one too), or a single other character. Comments have none. The sizes of
// the package are those of `dist-tests/package`, which `npm test` lays: the bytes of its files, and of these files after gzip. They are
// left out if dist/ was built since.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const ceilingsFile = join(root, 'scripts/ceilings.json');

/** What each law counts. Those at 0 hold already. */
const laws = {
  'files above 600 lines': ({ path, lines }) => (lines.length > 600 ? [`${path}: ${lines.length} lines`] : []),
  'functions above 60 lines': longFunctions,
  'files below 40 lines': ({ path, lines }) =>
    lines.length < 40 && basename(path) !== 'index.ts' ? [`${path}: ${lines.length} lines`] : [],
};

/** What each law counts that compares files or folders with each other. */
const lawsOfAll = {
  'folders below the second level': (sources) => foldersOf(sources).filter((folder) => folder.split(sep).length > 3),
  'folders called test, tests or build': (sources) =>
    foldersOf(sources).filter((folder) => /^(tests?|build)$/.test(basename(folder))),
  'file names that a room has twice': (sources) =>
    repeated(
      sources.flatMap(({ path, room }) =>
        /^index\.tsx?$/.test(basename(path)) ? [] : [`${room}/… ${basename(path)}`],
      ),
    ),
  'exported names that src has twice': (sources) => repeated(sources.flatMap(({ text }) => exportedNames(text))),
};

/** Returns today's figures: `{ rooms: { [room]: { files, lines, tokens } }, laws: { [law]: number }, tests, docs, package? }`. */
export function measure() {
  const sources = readSources();
  const rooms = {};
  for (const { room, lines, text } of sources)
    for (const name of [room, 'all']) {
      rooms[name] ??= { files: 0, lines: 0, tokens: 0 };
      rooms[name].files += 1;
      rooms[name].lines += lines.length;
      rooms[name].tokens += countTokens(text);
    }
  const counted = Object.keys({ ...laws, ...lawsOfAll }).map((law) => [law, placesOf(law, sources).length]);
  return { rooms, laws: Object.fromEntries(counted), ...measureRest() };
}

/** Returns one line for each figure that is above its ceiling, or has none. */
export function aboveCeilings(figures = measure(), ceilings = JSON.parse(readFileSync(ceilingsFile, 'utf8'))) {
  return flat(figures).flatMap(([name, figure]) => {
    const ceiling = flat(ceilings).find(([known]) => known === name)?.[1];
    if (ceiling === undefined) return [`${name} is ${figure}, and scripts/ceilings.json has no ceiling for it`];
    return figure > ceiling ? [`${name} is ${figure}, above its ceiling of ${ceiling}`] : [];
  });
}

/** Returns each place in src/ that a law counts. */
export function placesOf(law, sources = readSources()) {
  return laws[law] ? sources.flatMap(laws[law]) : lawsOfAll[law](sources);
}

function readSources() {
  const paths = filesIn('src').filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts'));
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const [, room] = path.split(sep);
    return { path, room: room.includes('.') ? 'index' : room, text, lines: linesOf(text) };
  });
}

function measureRest() {
  const tests = { lines: 0, 'lines of golden texts and fixtures': 0 };
  for (const path of filesIn('tests'))
    tests[path.endsWith('.ts') ? 'lines' : 'lines of golden texts and fixtures'] += linesOf(
      readFileSync(join(root, path), 'utf8'),
    ).length;
  const pages = ['README.md', ...filesIn('docs').filter((path) => path.endsWith('.md'))];
  const words = pages.map((path) => readFileSync(join(root, path), 'utf8').split(/\s+/).filter(Boolean).length);
  const docs = { words: words.reduce((sum, count) => sum + count, 0) };
  const laid = join('dist-tests', 'package');
  const madeAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (madeAt(join(laid, 'dist/index.js')) <= madeAt('dist/.tsbuildinfo')) return { tests, docs };
  const files = filesIn(laid).map((path) => readFileSync(join(root, path)));
  const all = Buffer.concat(files);
  return {
    tests,
    docs,
    package: { 'kB on disk': kilobytes(all), 'kB packed': kilobytes(gzipSync(all, { level: 9 })) },
  };
}

function filesIn(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name)).filter((path) => statSync(join(root, path)).isFile());
}

const linesOf = (text) => text.replace(/\n$/, '').split('\n');
const kilobytes = ({ length }) => Math.round(length / 1000);
const foldersOf = (sources) => [...new Set(sources.map(({ path }) => dirname(path)))];
const repeated = (names) => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];

const token = /(\/\*[\s\S]*?\*\/|\/\/.*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\w$]+|[^\s\w]/g;

function countTokens(text) {
  return [...text.matchAll(token)].filter(([, comment]) => comment === undefined).length;
}

/** Lists functions by their indentation, which Biome keeps: one ends at the first `}` that stands as far to the left as its head. */
function longFunctions({ path, lines }) {
  const head =
    /^( *)(?:export )?(?:default )?(?:(?:async )?function\b|const \w+ = .*=> \{$|(?:static |async |get |\*)*#?\w+\(.*\{$)/;
  return lines.flatMap((line, at) => {
    const [, indent] = head.exec(line) ?? [];
    if (indent === undefined || /^ *(if|for|while|switch|catch|return)\b/.test(line)) return [];
    const length = lines.slice(at).findIndex((end) => end.startsWith(`${indent}}`) && /^ *\}[;,)]*$/.test(end)) + 1;
    return length > 60 ? [`${path}:${at + 1}: ${length} lines`] : [];
  });
}

/** Returns the names that a file declares and exports; what it exports of other files is theirs. */
function exportedNames(text) {
  const declared =
    /^export (?:declare |default |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
  return [...new Set([...text.matchAll(declared)].map(([, name]) => name))];
}

/** Returns figures as pairs of a name, such as `rooms api lines`, and a number. */
function flat(figures, before = '') {
  return Object.entries(figures).flatMap(([name, value]) =>
    typeof value === 'number' ? [[`${before}${name}`, value]] : flat(value, `${before}${name} `),
  );
}

function ceilingOf(figure) {
  const step = Math.max(1, 10 ** (String(figure).length - 2) / 2);
  return Math.ceil((figure * 1.01) / step) * step;
}

/** Returns a ceiling for each figure: one that is known and lower, but not too low, stays. */
function ceilingsOf(figures, known = {}) {
  const entries = Object.entries(figures).map(([name, value]) => {
    if (typeof value !== 'number') return [name, ceilingsOf(value, known[name])];
    return [name, known[name] >= value ? Math.min(known[name], ceilingOf(value)) : ceilingOf(value)];
  });
  return Object.fromEntries(entries);
}

/** Returns a table in Markdown: the rooms by size, then each other figure, with the ceilings of both. */
function tableOf({ rooms, ...rest }, ceilings) {
  const beside = (figure, ceiling) => `${figure.toLocaleString('en')} (${ceiling?.toLocaleString('en') ?? 'none'})`;
  const columns = ['files', 'lines', 'tokens'];
  const bySize = Object.entries(rooms).sort(([, a], [, b]) => b.lines - a.lines);
  const room = ([name, sizes]) =>
    row([name, ...columns.map((column) => beside(sizes[column], ceilings.rooms?.[name]?.[column]))]);
  const others = flat(rest).map(([name, figure]) =>
    row([name, beside(figure, flat(ceilings).find(([known]) => known === name)?.[1])]),
  );
  return [
    row(['room of src', ...columns]),
    row(['---', '--:', '--:', '--:']),
    ...bySize.map(room),
    '',
    row(['figure', 'today (ceiling)']),
    row(['---', '--:']),
    ...others,
  ].join('\n');
}

const row = (cells) => `| ${cells.join(' | ')} |`;

function main([option, law]) {
  const known = existsSync(ceilingsFile) ? JSON.parse(readFileSync(ceilingsFile, 'utf8')) : {};
  if (option === '--list') return placesOf(law).join('\n');
  const figures = measure();
  if (option !== '--write') return tableOf(figures, known);
  const ceilings = { ...known, ...ceilingsOf(figures, known) };
  writeFileSync(ceilingsFile, `${JSON.stringify(ceilings, null, 2)}\n`);
  return tableOf(figures, ceilings);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(main(process.argv.slice(2)));
