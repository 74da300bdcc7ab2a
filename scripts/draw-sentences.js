// Draws sentences of docs and messages, and docstrings, at random: `node scripts/draw-sentences.js SEED [COUNT]`. A reviewer reads them
// as a stranger would.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [seed = '1', count = '20'] = process.argv.slice(2);

const filesIn = (dir, suffix) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(suffix) && !file.endsWith('.gen.ts'))
    .map((file) => join(dir, file))
    .sort();

/** Prose without code blocks, headings and tables, cut into sentences. */
function sentencesOf(file) {
  const prose = readFileSync(file, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter((line) => !/^\s*(#|\||<)/.test(line))
    .join('\n');
  return prose
    .split(/\n\s*\n|\n\s*(?:[-*]|\d+\.)\s+/)
    .flatMap((text) =>
      text
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?])\s+(?=[A-Z`*])/),
    )
    .filter((text) => text.split(' ').length > 3)
    .map((text) => `${file}: ${text}`);
}

/** The problems of mistakes, from their golden files. */
function messagesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(' EVA_'))
    .map((line) => `${file}: ${line.trim()}`);
}

function docstringsOf(file) {
  const texts = readFileSync(file, 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\//g);
  return [...texts].map(
    ([, text]) =>
      `${file}: ${text
        .replace(/\n\s*\*/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()}`,
  );
}

/** Makes a linear congruential generator modulo 2^32, with the constants of Numerical Recipes. */
function randomFrom(start) {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function draw(items, random) {
  const left = [...items];
  return Array.from({ length: Math.min(Number(count), left.length) }, () => left.splice(random(left.length), 1)[0]);
}

const random = randomFrom(Number(seed));
const sentences = [
  ...['README.md', 'CONTRIBUTING.md', ...filesIn('docs', '.md')]
    .filter((file) => existsSync(file))
    .flatMap(sentencesOf),
  ...filesIn('tests/cli/bad-input/golden', '.txt').flatMap(messagesOf),
];
const docstrings = filesIn('src', '.ts').flatMap(docstringsOf);
for (const [title, items] of [
  ['sentences of docs and messages', sentences],
  ['docstrings', docstrings],
]) {
  console.log(`${count} of ${items.length} ${title}, seed ${seed}`);
  for (const item of draw(items, random)) console.log(`- ${item}`);
  console.log('');
}
