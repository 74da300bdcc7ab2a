import type { Status } from '#model/prompt.js';
import { bodyDigest } from '#model/text/body.js';
import { promptWord } from '#model/text/quoted.js';
import { latestFullRun } from '#run/attempts/full-run.js';
import type { PromotionRow } from '#store/logs/prompt-logs.js';
import { compareGates } from './compare-gate.js';
import { evalGates, testedEvalGates } from './eval-gates.js';
import { type Gate, type GatesInput, gatesByVariant, inputsByVariant, met, unmet } from './gate.js';
import { claimsOfCases, failedBefore, weakerThan } from './weaker-claims.js';

export function nextStatus(status: Status): Exclude<Status, 'draft'> | null {
  return ({ draft: 'tested', tested: 'ready', ready: null } as const)[status];
}

/**
 * Decides every gate between a prompt's status and the next one; for a `ready` prompt those of `ready` again if `isCheck`. Malformed rows never
 * make it throw.
 */
export function decideGates(input: GatesInput, isCheck = false): readonly Gate[] {
  const { prompt } = input;
  const isEvaluated = prompt.promotion.require_eval !== false;
  if (prompt.status === 'ready' && !isCheck) return [readyAlready(prompt.id)];
  if (prompt.status !== 'draft')
    return [
      ...usesGates(input, 'confirmed'),
      doctorGate(input),
      ...claimsGates(input),
      ...gatesByVariant(input, (files) => [...(isEvaluated ? evalGates(files) : []), ...compareGates(files)]),
    ];
  const ofDraft = [...usesGates(input, 'not refuted'), doctorGate(input)];
  if (!isEvaluated) return ofDraft;
  const cases = casesGate(input);
  const ofRuns = cases.met ? gatesByVariant(input, testedEvalGates) : [];
  return [...ofDraft, cases, ...claimsGates(input), ...ofRuns];
}

function readyAlready(id: string): Gate {
  const command = `eva promote ${promptWord(id)}`;
  const again = `if they have changed, set "status: tested" in prompts/${id}/meta.yml, then: ${command}`;
  const remedy = `to see whether these files have all the evidence for it: ${command} --check; ${again}`;
  return unmet('status', `${id} is ready already, and there is no status above it`, remedy);
}

/**
 * Decides whether the current text of the prompt was used often enough; no gate if no uses are required. Counts the uses whose verification did
 * not fail, or only those whose verification succeeded.
 */
function usesGates({ prompt, usage }: GatesInput, verified: 'not refuted' | 'confirmed'): readonly Gate[] {
  const needed = prompt.promotion.min_uses ?? 0;
  if (needed === 0) return [];
  const digest = bodyDigest(prompt.body);
  const ofThisText = usage.rows.filter(({ value }) => value.prompt === digest);
  const count = ofThisText.filter(
    ({ value }) => value.sent && (verified === 'confirmed' ? value.verified === true : value.verified !== false),
  ).length;
  const kind = verified === 'confirmed' ? 'sent and verified' : 'sent and not found wrong';
  const elsewhere = usage.rows.length - ofThisText.length;
  const others = elsewhere === 0 ? '' : ` (${elsewhere} more of another text of the prompt do not count)`;
  const message = `${count} of ${needed} uses of this text were ${kind}${others}`;
  if (count >= needed) return [met('uses', message)];
  const remedy = `${needed - count} more such rows in prompts/${prompt.id}/.usage.jsonl, or set promotion.min_uses`;
  return [unmet('uses', message, remedy)];
}

/** Names what is weaker than at the last status, and the failures of this body under earlier cases; no gate without either. */
function claimsGates(input: GatesInput): readonly Gate[] {
  const { weaker, failed_before } = findingsOfGates(input);
  const { rows, bad } = input.promotions;
  const { to = '', ts = '' } = rows.at(-1)?.value ?? {};
  const failed = `did not pass under earlier cases of this very body: ${failed_before.join('; ')}`;
  const lines = [
    ...bad.map(({ line, reason }) => `line ${line} of .promotions.jsonl ${reason}, and could have claimed more`),
    ...(weaker.length > 0 ? [`weaker than when it became ${to} (${ts.slice(0, 10)}): ${weaker.join('; ')}`] : []),
    ...(failed_before.length > 0 ? [failed] : []),
  ];
  return lines.length > 0 ? [met('claims', lines.join('\n'))] : [];
}

/** Returns what a promotion says of the cases: what is weaker than at the last one, and the runs that failed under earlier cases. */
export function findingsOfGates(input: GatesInput): Required<Pick<PromotionRow, 'weaker' | 'failed_before'>> {
  const { promotions, cases, evidenceNow, prompt } = input;
  const weaker = weakerThan(promotions.rows.at(-1)?.value.claims ?? [], claimsOfCases(cases));
  const failed = inputsByVariant(input).flatMap((files) => {
    const latest = latestFullRun(prompt.id, files.runs);
    return latest && evidenceNow ? failedBefore(latest, files.evidenceNow ?? evidenceNow, input) : [];
  });
  return { weaker, failed_before: [...new Set(failed)] };
}

/** Decides whether doctor finds no error. Warnings do not matter. */
function doctorGate({ prompt, problems }: GatesInput): Gate {
  const found = problems();
  const errors = found.filter(({ severity }) => severity === 'error');
  const warnings = found.length - errors.length;
  const [first] = errors;
  if (!first) {
    const counted = `doctor finds no error, and ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
    return met('doctor', warnings === 0 ? 'doctor finds nothing' : counted);
  }
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`;
  return unmet(
    'doctor',
    `doctor finds an error: ${first.message}${more}`,
    `run: eva doctor ${promptWord(prompt.id)}, and fix what it lists`,
  );
}

function casesGate({ prompt, cases }: GatesInput): Gate {
  const count = cases.length;
  if (count > 0) return met('cases', `the prompt has ${count === 1 ? '1 case' : `${count} cases`}`);
  return unmet('cases', 'the prompt has no cases', `write prompts/${prompt.id}/eval.yml`);
}
