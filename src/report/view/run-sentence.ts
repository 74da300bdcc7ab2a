import { notDecided } from '#model/run/verdict.js';
import { groupedDigits, listed } from '#model/text/quoted.js';
import { plural } from './reasons.js';
import type { CaseView, Counts, View } from './view.js';

interface SentenceFacts extends Pick<View, 'outcome' | 'counts' | 'flags' | 'cases' | 'shard'> {
  readonly labels: number;
  readonly ended_by?: string | undefined;
}

export function runSentence(facts: SentenceFacts): string {
  const { outcome, cases, flags, shard, labels, ended_by } = facts;
  if (cases.length === 0) return 'Nothing was evaluated: there is no case.';
  if (shard) return `${shardText(facts)}.`;
  if (outcome === 'shown') return `${plural(totalOf(cases), 'reply', 'replies')} shown, nothing judged.`;
  if (flags.includes('waiting')) return `Everything else passed; ${plural(labels, 'label')} of people are awaited.`;
  const partial = flags.includes('partial') ? ' Partial: some cases or items were left out.' : '';
  if (outcome === 'unfinished') return `${unfinishedText(facts)}.${partial}`;
  const ended = ended_by === undefined ? '' : ` ${notDecided(ended_by).replace(/^n/, 'N')}.`;
  return `${countsText(facts)}${replyWords(facts).replace(/^ /, ', ')}.${ended}${partial}`;
}

export function replyWords({ flags }: Pick<View, 'flags'>): string {
  if (flags.includes('synthetic')) return ' on SYNTHETIC replies';
  return flags.includes('replayed') ? ' on recorded replies' : '';
}

function shardText({ outcome, shard, cases }: SentenceFacts): string {
  const name = `Shard ${shard?.index} of ${shard?.of}`;
  if (outcome === 'collected') return `${name} is collected: \`eva merge\` decides`;
  const missing = missingOf(cases);
  return missing > 0 ? `${name} is unfinished: ${repliesMissing(missing)}` : `${name} is unfinished`;
}

function unfinishedText({ cases, counts, flags }: SentenceFacts): string {
  const missing = missingOf(cases);
  const why = missing > 0 ? repliesMissing(missing) : 'the run did not end';
  const settled = countParts(counts);
  const on = replyWords({ flags });
  return `No verdict yet${on}: ${why}${settled.length > 0 ? `. Of ${sizeText(cases)} ${listed(settled)}` : ''}`;
}

function repliesMissing(missing: number): string {
  return `${plural(missing, 'reply is', 'replies are')} missing`;
}

function countsText({ outcome, counts, cases }: SentenceFacts): string {
  const judged = cases.filter((one) => one.outcome !== 'shown');
  const all = judged.length;
  if (outcome === 'passed') return all === 1 ? `The only ${nounOf(judged)} passed` : `All ${sizeText(judged)} passed`;
  const { failed, inconclusive } = counts;
  if (all === 1) return `The only ${nounOf(judged)} ${failed > 0 ? 'failed' : 'is inconclusive'}`;
  if (failed === 0)
    return `${groupedDigits(inconclusive)} of ${sizeText(judged)} ${areWord(inconclusive)} inconclusive; no case failed`;
  const also = inconclusive > 0 ? ` and ${groupedDigits(inconclusive)} ${areWord(inconclusive)} inconclusive` : '';
  return `${groupedDigits(failed)} of ${sizeText(judged)} failed${also}`;
}

function countParts({ failed, inconclusive, passed }: Counts): readonly string[] {
  return [
    ...(failed > 0 ? [`${groupedDigits(failed)} failed`] : []),
    ...(inconclusive > 0 ? [`${groupedDigits(inconclusive)} ${areWord(inconclusive)} inconclusive`] : []),
    ...(passed > 0 ? [`${groupedDigits(passed)} passed`] : []),
  ];
}

function areWord(number: number): string {
  return number === 1 ? 'is' : 'are';
}

function nounOf(cases: readonly CaseView[]): string {
  return cases.every(({ kind }) => kind === 'trigger') ? 'query' : 'case';
}

function sizeText(cases: readonly CaseView[]): string {
  return nounOf(cases) === 'query' ? plural(cases.length, 'query', 'queries') : plural(cases.length, 'case');
}

function totalOf(cases: readonly CaseView[]): number {
  return cases.reduce((sum, { trials }) => sum + trials.total, 0);
}

function missingOf(cases: readonly CaseView[]): number {
  return cases.reduce((sum, { trials }) => sum + trials.missing, 0);
}

/** Returns a sentence with a colon where the columns of a terminal have a gap. */
export function proseOf(sentence: string): string {
  return sentence.replace(/ {3,}/g, ': ');
}

export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Ends a sentence with a full stop, unless it has an end. */
export function ended(sentence: string): string {
  return /[.!?…]["”)]?$/.test(sentence) ? sentence : `${sentence}.`;
}
