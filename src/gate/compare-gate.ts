import { join } from 'node:path';
import { loadPrompt } from '#library/prompt/meta.js';
import type { CompareRow } from '#model/pairs/compare-row.js';
import { type CompareRule, readyVersion } from '#model/pairs/compare-rule.js';
import { isSameEvidence } from '#model/run/run.js';
import { bodyDigest } from '#model/text/body.js';
import { flagWords, listNames, promptWord, quoted } from '#model/text/quoted.js';
import type { Baseline, ComparedInput } from '#run/compare/open-versions.js';
import type { LibraryFiles } from '#run/prompt/read-prompt.js';
import { type CompareLog, readCompareRows } from '#store/logs/compare-log.js';
import { type PromotionRow, readPromotions } from '#store/logs/prompt-logs.js';
import {
  answersRule,
  type CompareFlaw,
  flawsOfComparison,
  isOutcomeFlaw,
  isVersion,
  pointsOf,
  unrecordedAfter,
} from './compare-flaws.js';
import { type CompareGateInput, type Gate, met, unmet } from './gate.js';

/** Decides whether the newest comparison that answers the question of `compare:` shows what `compare:` asks for. Returns no gate without `compare:`. */
export function compareGates(input: CompareGateInput): readonly Gate[] {
  const { compared } = input;
  return compared ? [compareGate(input, compared)] : [];
}

function compareGate(input: CompareGateInput, compared: ComparedInput): Gate {
  const { rule, log } = compared;
  const remedy = `run: ${compareCommandOf(input.prompt.id, input.variant)}`;
  const early = withoutComparison(input, compared);
  if (early) return early;
  const found = latestComparison(input, compared);
  const [unread] = log.bad;
  const gone = unrecordedAfter(found?.value, input, compared);
  const could = unread
    ? `line ${unread.line} of .compare.jsonl ${unread.reason}, and could be a later comparison`
    : gone === null
      ? undefined
      : `the row of comparison ${clipped(gone)} of these files is gone from .compare.jsonl or was changed`;
  if (!found) {
    const none = `there is no comparison with ${shownVersion(rule.against)} in .compare.jsonl`;
    return unmet('compare', could === undefined ? none : `${none}; ${could}`, remedy);
  }
  const { value: row } = found;
  const flaws = flawsOfComparison(row, input, compared);
  const name = `comparison ${clipped(row.run_id)}`;
  if (flaws.length === 0 && could === undefined)
    return met('compare', `${name}: ${finding(row)}${refText(row, input, compared)}`);
  const sentences = [
    ...(flaws.length === 0 ? [] : [`${name} ${joined(flaws)}`]),
    ...(could === undefined ? [] : [could]),
  ];
  const mend = unread && flaws.length === 0 ? `mend or remove line ${unread.line} of .compare.jsonl` : null;
  return unmet('compare', sentences.join('; '), mend ?? remedyOf(flaws, remedy));
}

/**
 * Decides the gate where no comparison is needed: no version was `ready` before, or the files are the version that is. One that was promoted by
 * force, past this gate, still needs the comparison.
 */
function withoutComparison(input: CompareGateInput, { baseline }: ComparedInput): Gate | null {
  if (baseline.kind !== 'ready') return null;
  const [bad] = baseline.bad;
  if (bad) {
    const file = `prompts/${input.prompt.id}/.promotions.jsonl`;
    const message = `line ${bad.line} of .promotions.jsonl ${bad.reason}, and could be a promotion to ready`;
    return unmet('compare', message, `mend or remove line ${bad.line} of ${file}`);
  }
  const { last } = baseline;
  if (last === null) return met('compare', 'no version was ready before, so that there is nothing to compare with');
  if (!isReadyVersion(last, input) || (last.forced && last.unmet.includes('compare'))) return null;
  return met('compare', `the files have the prompt and models that became ready on ${last.ts.slice(0, 10)}`);
}

function isReadyVersion({ evidence, variants }: PromotionRow, { evidenceNow, variant }: CompareGateInput): boolean {
  const promoted = variants?.find((row) => row.variant === variant)?.evidence ?? evidence;
  return promoted !== null && promoted.prompt === evidenceNow?.prompt && promoted.models === evidenceNow.models;
}

/**
 * Returns the newest comparison of a prompt, or of one of its variants, with the version that the rule names. One with a larger margin or fewer
 * cases than the rule asks for does not take the place of an older one, unless it found a loss.
 */
function latestComparison(
  input: CompareGateInput,
  compared: ComparedInput,
): ComparedInput['log']['rows'][number] | undefined {
  const { prompt, variant, evidenceNow } = input;
  const { rule, log } = compared;
  const known = log.rows.filter(({ value }) => {
    if (value.id !== prompt.id || value.against !== rule.against) return false;
    return value.variant === variant || (evidenceNow !== null && isSameEvidence(value.b, evidenceNow));
  });
  return (
    known.findLast(({ value }) => value.outcome === 'worse' || answersRule(value, input, compared)) ?? known.at(-1)
  );
}

/** Describes a comparison without a flaw. */
function finding({ same, outcome, a, not_worse_by, cases }: CompareRow): string {
  const label = shownVersion(a.label);
  if (same) return `${label} has the same prompt and models`;
  const deciding = cases.filter((entry) => entry.outcome !== null);
  const pairs = deciding.reduce((sum, { used }) => sum + used, 0);
  const on = `${pairs} ${pairs === 1 ? 'pair' : 'pairs'} of ${deciding.length === 1 ? '1 case' : `${deciding.length} cases`}`;
  const claim =
    outcome === 'better' ? `better than ${label}` : `not worse than ${label} by more than ${pointsOf(not_worse_by)}`;
  const few = cases.filter((entry) => entry.outcome === null).map((entry) => entry.case);
  return `${claim}, on ${on}${few.length === 0 ? '' : `; too few pairs for this: ${listNames(few)}`}`;
}

/** Says, as the end of a sentence, that a git ref cannot be read, or that it has the files themselves now; empty if it has A as it was compared. */
function refText(row: CompareRow, { variant }: CompareGateInput, { baseline }: ComparedInput): string {
  const now = baseline.kind === 'ready' ? undefined : baseline.at?.(variant);
  if (!now || isVersion(now, row.a)) return '';
  const ref = shownVersion(row.against);
  if ('unread' in now) return `; eva cannot see whether ${ref} has changed since: ${now.unread}`;
  return `; ${ref} has the prompt and models of the files now`;
}

/** Of a comparison of other files only that is said: its other flaws do not matter. */
function joined(flaws: readonly CompareFlaw[]): string {
  const stale = flaws.filter(({ kind }) => kind === 'stale');
  const [first, ...others] = (stale.length > 0 ? stale : flaws).map(({ why }) => why);
  return [first, ...others.map((why) => `it ${why}`)].join('; ');
}

/** A comparison that went badly is not made again without a change: that would be one more attempt. */
function remedyOf(flaws: readonly CompareFlaw[], remedy: string): string {
  if (flaws.some(({ kind }) => kind === 'synthetic')) return `${remedy} with a key, so that a model is asked`;
  const isAboutOutcome = flaws.length > 0 && flaws.every(isOutcomeFlaw);
  if (!isAboutOutcome) return remedy;
  const undecided = flaws.some(({ kind }) => kind === 'undecided' || kind === 'not_better');
  const change = undecided ? 'change the prompt, or ask more: a larger sample_size' : 'change what got worse';
  return `${change}; then ${remedy} (the same files again are one more attempt)`;
}

/** The maximum length of a word from a row in a message. */
const mostCharacters = 60;

/** Returns the command that compares a prompt, or one of its variants, as its eval.yml asks for. */
export function compareCommandOf(id: string, variant?: string): string {
  return `eva compare ${promptWord(id)}${variant === undefined ? '' : ` ${flagWords('--model', variant)}`}`;
}

/** Returns the name of a version for a message: quoted, unless it is plain. */
export function shownVersion(text: string): string {
  return /^[\w./~^@{}() -]{1,60}$/.test(text) ? text : quoted(text);
}

function clipped(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

/**
 * Reads what the gate of a comparison needs; nothing without a rule. `log`: the rows, if they were read already. Throws EVA_DISK, EVA_ODD_FILE,
 * EVA_LOG_TOO_LARGE.
 */
export function readCompared(
  library: Pick<LibraryFiles, 'root' | 'ids'>,
  { id, compare: rule }: { readonly id: string; readonly compare: CompareRule | null },
  log?: CompareLog,
): { readonly compared?: ComparedInput } {
  if (!rule) return {};
  const baseline = baselineOf(library, id, rule);
  return { compared: { rule, log: log ?? readCompareRows(library.root), baseline } };
}

function baselineOf({ root, ids }: Pick<LibraryFiles, 'root' | 'ids'>, id: string, { against }: CompareRule): Baseline {
  if (ids().includes(against)) {
    const { value } = loadPrompt(root, against);
    return { kind: 'prompt', digest: value && bodyDigest(value.body) };
  }
  if (against !== readyVersion) return { kind: 'ref' };
  const { rows, bad } = readPromotions(join(root, 'prompts', id));
  const last = rows.findLast(({ value }) => value.to === 'ready' && value.evidence !== null);
  return { kind: 'ready', last: last?.value ?? null, bad };
}
