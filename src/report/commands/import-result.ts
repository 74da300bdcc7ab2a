import { posix } from 'node:path';
import { problem } from '#model/problem.js';
import { listed, short } from '#model/text/quoted.js';
import { problemsMessage } from '../problems.js';
import { plural } from '../text/numbers.js';
import { asCalled, type Colour, type Screen, usableWidth } from '../text/screen.js';
import { visible, wrap } from '../text/visible.js';

export function renderImport(view: ImportView, screen: Screen): string {
  const blocks = view.configs.map((one) => configLines(one, screen).join('\n'));
  const closing = nextLines(view, screen);
  return `\n${[...blocks, ...(closing.length === 0 ? [] : [closing.join('\n')])].join('\n\n')}\n`;
}

const outcomes = { full: 'all of it', mostly: 'most of it', not: 'not imported' } as const;

function configLines(one: ImportedView, screen: Screen): readonly string[] {
  const { paint } = screen;
  const colour = { full: paint.green, mostly: paint.yellow, not: paint.red }[one.outcome];
  const head = ` ${paint.bold(visible(one.config))}  ${colour(outcomes[one.outcome])}`;
  if (one.outcome === 'not') return [head, '', blockedText(one, screen), ...misspeltLines(one, screen)];
  const { prompts, tests, assertions } = one;
  return [
    head,
    `   ${plural(prompts.length, 'prompt')}, ${tests.carried} of ${plural(tests.found, 'test')}, ${assertions.carried} of ${plural(assertions.found, 'assertion')}`,
    ...prompts.map((id) => `   prompts/${id}`),
    ...groupFindings(one.findings).flatMap((group) => findingLines(group, one, screen)),
    ...one.code.flatMap(({ file, from }) =>
      entryLines('code', `${placesInWords(from, one)}  copied to ${file}, not executed`, screen),
    ),
  ];
}

function blockedText(one: ImportedView, screen: Screen): string {
  const blocking = one.findings.filter(({ effect }) => effect === 'blocks');
  const problems = blocking.map(({ what, reason, todo, at }) =>
    problem('EVA_NOT_IMPORTABLE', `${short(what)}: ${short(reason)}`, {
      hint: todo === undefined ? undefined : short(todo),
      at: { ...at, file: pathFor(at.file, one) },
    }),
  );
  return problemsMessage(problems, screen);
}

/** Renders the keys that are probably misspelt: with the right key, the import may not be blocked. */
function misspeltLines(one: ImportedView, screen: Screen): readonly string[] {
  const misspelt = one.findings.filter(({ meant }) => meant !== undefined);
  const lines = groupFindings(misspelt).flatMap((group) => findingLines(group, one, screen));
  return lines.length === 0 ? [] : ['', ...lines];
}

const labels = { blocks: 'stops', left_out: 'left out', replaced: 'replaced', noted: 'note' } as const;

const mostPlaces = 6;

function findingLines(
  { effect, what, reason, todo, places }: FindingGroup,
  own: PlacesOf,
  screen: Screen,
): readonly string[] {
  const { paint } = screen;
  const text = `${placesInWords(places, own)}  ${what}: ${reason}${todo === undefined ? '' : `; ${todo}`}`;
  return entryLines(labels[effect], text, screen, effect === 'noted' ? paint.dim : paint.yellow);
}

function placesInWords(places: readonly ImportFindingView['at'][], own: PlacesOf): string {
  const shown = [...new Set(places.map((at) => placeInWords(at, own)))];
  const more = shown.length - mostPlaces;
  return `${shown.slice(0, mostPlaces).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function entryLines(label: string, text: string, screen: Screen, colour: Colour = screen.paint.dim): readonly string[] {
  const [first = '', ...rest] = wrap(text, usableWidth(screen) - 13);
  return [`   ${colour(label.padEnd(9))} ${first}`, ...rest.map((line) => `${' '.repeat(13)}${line}`)];
}

/** The greatest number of prompts that have an `eva plan` each, and that `eva eval` names. */
const mostPlans = 3;

const mostNamed = 8;

function nextLines({ configs, dir, isDry, settings, needsTrust }: ImportView, screen: Screen): readonly string[] {
  const ids = configs.flatMap(({ prompts }) => prompts);
  if (ids.length === 0) return [];
  if (isDry) return [' nothing was written: leave out --dry-run to write it'];
  const folder = dir === null ? '' : `${dir}/`;
  const noted = configs.filter(
    ({ prompts, findings, code }) => prompts.length > 0 && findings.length + code.length > 0,
  );
  const notes = noted.length === 1 ? `prompts/${noted[0]?.prompts[0]}/IMPORT.md` : 'prompts/…/IMPORT.md';
  return [
    ...(noted.length > 0 ? [` what became of each part is in ${folder}${notes}`] : []),
    ...(settings.length > 0
      ? [` ${listed(settings)} ${settings.join() === 'concurrency' ? 'is' : 'are'} in ${folder}eva.yml`]
      : []),
    ' next:',
    ...(dir === null ? [] : [`   cd ${dir}`]),
    ...[
      ...(needsTrust ? ['eva trust'] : []),
      ...(ids.length > mostPlans ? [] : ids.map((id) => `eva plan ${id}`)),
      evalCommand(ids),
    ].map((command) => `   ${asCalled(command, screen)}`),
  ];
}

/** Returns the command that evaluates all of these prompts. Without an id it evaluates those of the whole library. */
function evalCommand(ids: readonly string[]): string {
  return ids.length > mostNamed ? 'eva eval      every prompt of the library; asks first' : `eva eval ${ids.join(' ')}`;
}

/** Findings with the same words, at all of their places. */
interface FindingGroup extends Omit<ImportFindingView, 'at'> {
  readonly places: readonly ImportFindingView['at'][];
}

function groupFindings(findings: readonly ImportFindingView[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { at, ...words } of findings) {
    const key = JSON.stringify([words.effect, words.kind, words.what, words.reason, words.todo]);
    const known = groups.get(key);
    groups.set(key, { ...words, places: [...(known?.places ?? []), at] });
  }
  return [...groups.values()];
}

/** The configuration that places are shown for: its path as the user would write it, and the name that its own places have. */
interface PlacesOf {
  readonly config: string;
  readonly file: string;
}

/** Returns a place as it is shown for a configuration: `:41` in its own file, `evals/tests.csv:7` elsewhere. */
function placeInWords({ file, line }: ImportFindingView['at'], own: PlacesOf): string {
  const name = file === own.file ? '' : pathFor(file, own);
  return line === undefined ? name || own.file : `${name}:${line}`;
}

function pathFor(file: string, { config }: PlacesOf): string {
  return posix.join(posix.dirname(config), file);
}

interface ImportFindingView {
  readonly effect: 'blocks' | 'left_out' | 'replaced' | 'noted';
  readonly kind: 'assertion' | 'setting' | 'provider' | 'prompt' | 'test';
  readonly what: string;
  readonly at: { readonly file: string; readonly line?: number; readonly column?: number; readonly source?: string };
  readonly reason: string;
  readonly todo?: string;
  /** For a key that promptfoo ignores: the key that it probably misspells. */
  readonly meant?: string;
}

interface ImportedView {
  readonly config: string;
  /** The name of its file alone, which places in it have. */
  readonly file: string;
  readonly outcome: 'full' | 'mostly' | 'not';
  readonly prompts: readonly string[];
  readonly tests: { readonly found: number; readonly carried: number };
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly findings: readonly ImportFindingView[];
  readonly code: readonly { readonly file: string; readonly from: readonly ImportFindingView['at'][] }[];
}

interface ImportView {
  readonly configs: readonly ImportedView[];
  /** The folder of the library as a word of the shell; null if it is the working directory. */
  readonly dir: string | null;
  readonly isDry: boolean;
  readonly settings: readonly string[];
  readonly needsTrust: boolean;
}
