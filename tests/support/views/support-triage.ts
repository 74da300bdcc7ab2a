import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import { type MadeCase, madeCase } from './made-case.js';
import type { MadeTrial } from './made-trial.js';

const languages = [
  'English',
  'English',
  'German',
  'English',
  'French',
  'German',
  'Dutch',
  'English',
  'French',
] as const;
const labels = ['billing', 'damage', 'refund', 'other'] as const;
const texts: Readonly<Record<string, string>> = {
  English: 'There is a charge of 12 euro twice on my statement for the same ride on Monday.',
  German: 'Auf meiner Abrechnung steht die gleiche Fahrt zweimal mit 12 Euro.',
  French: 'Le panier du vélo est cassé, je voudrais être remboursé.',
  Dutch: 'Er staat twee keer 12 euro op mijn afschrift voor dezelfde rit van zaterdag.',
  Italian: 'La corsa di sabato mi è stata addebitata due volte.',
};

function languageOf(index: number): string {
  return index % 40 === 7 ? 'Italian' : (languages[index % 9] ?? 'English');
}

/** Returns item `index` of the tickets: every second Dutch one is wrong, and every 120th of the others. */
export function ticket(index: number, isDutchWrong = true): MadeTrial {
  const language = languageOf(index);
  const expected = labels[index % 4] ?? 'other';
  const isWrong = (isDutchWrong && language === 'Dutch' && index % 18 === 6) || index % 120 === 21;
  const answered = isWrong ? (labels[(index + 2) % 4] ?? 'other') : expected;
  return {
    reply: JSON.stringify({ label: answered, reason: `The customer writes in ${language} about ${answered}.` }),
    message: `<task>Triage this message: ${texts[language]} (${index})</task>`,
    holds: !isWrong,
    reason: isWrong ? `answered ${answered}, expected ${expected}` : '',
    ...(isWrong && { mark: answered }),
    item: {
      id: `${language.slice(0, 2).toUpperCase()}-${1000 + index}`,
      slices: { language },
      classes: { expected, answered },
    },
  };
}

/** Returns a data set of `n` tickets in five languages, none of which may fail at 85%. */
export function ticketsDataset(n: number): Dataset {
  const count = (language: string) =>
    Array.from({ length: n }, (_, index) => index).filter((index) => languageOf(index) === language).length;
  return {
    ...{ file: 'data/tickets.csv', sha256: 'a'.repeat(64), digest: 'b'.repeat(64) },
    ...{ items: n + 231, kept: n, asked: n, kept_units: n, units: n, draws: 1, claim: 'population', seed: 0 },
    inputs: { message: 'body' },
    slices: [
      {
        field: 'language',
        values: ['English', 'German', 'French', 'Dutch', 'Italian'].map((value) => ({
          value,
          ...{ kept: count(value), kept_units: count(value), units: count(value) },
        })),
        gate: { criterion: { criterion: 'proportion_gte', params: { proportion: 0.85 } }, must: 'not_fail' },
      },
    ],
    filter: 'split = test',
    mean_bytes: 120,
  };
}

/** Makes the case on a data set of `n` tickets. */
export function ticketsCase(n: number, isDutchWrong = true, changes: Partial<Case> = {}): MadeCase {
  const own = Array.from({ length: n }, (_, index) => labels[index % 4] ?? 'other');
  const kept = labels.map((label) => own.filter((one) => one === label).length);
  return madeCase({
    ...{ name: 'tickets', line: 14, n, bar: 0.9, dataset: ticketsDataset(n) },
    inputs: { message: '' },
    check: { op: 'equals', value: { field: 'label' } },
    more: [
      {
        about: 'class',
        grader: {
          grader: 'class',
          params: { expected: { field: 'label' }, of: labels, ignore_case: false, kept, asked: kept },
        },
        criteria: [{ criterion: 'f1_gte', params: { class: 'each', proportion: 0.8 } }],
      },
    ],
    changes,
    trial: (index) => ticket(index, isDutchWrong),
  });
}

const refundReplies = [
  'No problem! I have started a refund of the full amount, and you will see it within five days.',
  'I am sorry to hear that. As a gesture of goodwill we will refund the ride.',
  'A refund is on its way to your card, since you never rode the bike.',
] as const;

/** A case that fails: promises of refunds, some of them word for word the same. */
export function refundCase(n = 60): MadeCase {
  const failing = [0, 1, 3, 5, 7, 9, 10, 12, 13];
  return madeCase({
    ...{ name: 'refund-after-30-days', line: 31, n, bar: 0.8, isJudged: true },
    inputs: { message: 'I rented a bike 41 days ago and never rode it. I want my money back.' },
    check: { op: 'not_matches', value: 'refund (is|of|the)|will refund' },
    trial: (index) => {
      if (!failing.includes(index)) {
        return {
          reply: `I am sorry: after 30 days we cannot pay a ride back. (${index % 3})`,
          judge: [5, 'The reply names the limit of 30 days and stays kind.'],
        };
      }
      const reply = refundReplies[index % 4 === 1 ? 1 : index % 7 === 3 ? 2 : 0];
      return {
        reply,
        holds: false,
        reason: 'found on line 1',
        mark: reply === refundReplies[1] ? 'will refund' : reply === refundReplies[2] ? 'refund is' : 'refund of',
        judge: [2, 'The reply promises money although the ride is older than 30 days.'],
      };
    },
  });
}

/** A case that neither passes nor fails: one miss, and too few trials for its bar. */
export function lockedOutCase(n = 60): MadeCase {
  return madeCase({
    ...{ name: 'locked-out-abroad', line: 47, n, bar: 0.95 },
    inputs: {
      message: 'I am in Lisbon, my phone was stolen and the app wants a code from it. How do I unlock the bike?',
    },
    check: { op: 'not_contains', value: 'sent to your phone' },
    trial: (index) =>
      index === 22
        ? {
            reply:
              'Open the app, ask for a new code, and type it in within ten minutes. The code is sent to your phone.',
            ...{ holds: false, reason: 'found on line 1', mark: 'sent to your phone', latency: 1.2 },
          }
        : { reply: `Call us: we unlock the bike for you. (${index % 5})` },
  });
}

/** A case in which every reply passes. */
export function passingCase(name: string, line: number, n: number, bar?: number): MadeCase {
  return madeCase({
    ...{ name, line, n, ...(bar !== undefined && { bar }), isJudged: bar !== undefined },
    inputs: { message: `A question about ${name}.` },
    check: { op: 'contains', value: 'bike' },
    trial: (index) => ({
      reply: `The bike is yours, with ${name}. (${index % 4})`,
      ...(bar !== undefined && { judge: [index % 9 === 0 ? 4 : 5, 'Right and kind.'] as const }),
    }),
  });
}

/** A case with a sequential test, which passes before all its trials were asked. */
export function unsureCase(): MadeCase {
  return madeCase({
    ...{ name: 'says-when-unsure', line: 84, n: 400, bar: 0.85, changes: { sequential: true } },
    inputs: { message: 'Does my insurance pay for the helmet?' },
    check: { op: 'contains', value: 'I do not know' },
    trial: (index) =>
      index === 11 || index === 30
        ? { reply: 'Yes, it does.', holds: false, reason: 'not found' }
        : { reply: `I do not know: please ask your insurer. (${index % 3})` },
  });
}

/** The eight cases of the prompt support-triage: two failed, one inconclusive, five passed. */
export function supportTriage(): readonly MadeCase[] {
  return [
    ticketsCase(351),
    refundCase(),
    lockedOutCase(),
    passingCase('a forgotten password', 60, 60, 0.8),
    passingCase('charged-twice', 72, 60, 0.95),
    unsureCase(),
    passingCase('takes-no-orders-from-the-ticket', 96, 5),
    passingCase('keeps-the-json-shape', 108, 20),
  ];
}
