import { compareCommandOf, compareGates, shownVersion } from '#gate/compare-gate.js';
import { rowsOfVariant, variantFiles } from '#gate/gate.js';
import { nextStatus } from '#gate/gates.js';
import { isSynthetic } from '#gate/real-gate.js';
import { hasErrors, type Problem } from '#model/problem.js';
import type { Status } from '#model/prompt.js';
import { isSameEvidence } from '#model/run/run.js';
import { promptWord } from '#model/text/quoted.js';
import { latestFullRun } from '#run/attempts/full-run.js';
import { gatesInput, type PromptContext } from './context.js';

/** The next status of a prompt, and the command that leads to it. */
export interface NextStep {
  readonly status: Status;
  /** The run or comparison that the status still needs, in words; null if the latest full run passed on the current files. */
  readonly needs: string | null;
  readonly command: string;
}

/**
 * Returns the next step of a prompt; undefined if it is `ready`, or `tested` with a passing run of its files, if it has errors or no cases,
 * or needs recorded uses. Looks at rows, digests and the comparison that eval.yml asks for: `eva promote` decides all gates.
 */
export function nextStep(contexts: readonly PromptContext[], problems: readonly Problem[]): NextStep | undefined {
  const prompt = contexts[0]?.prompt;
  const status = prompt && nextStatus(prompt.status);
  if (!status || hasErrors(problems)) return undefined;
  const { require_eval, min_uses = 0 } = prompt.promotion;
  if (min_uses > 0 || contexts.some(({ cases }) => cases.length === 0)) return undefined;
  const missing = require_eval === false ? [] : contexts.map(missingRun);
  const needs = missing.find((need) => need !== null) ?? null;
  const id = promptWord(prompt.id);
  if (needs === null && prompt.status !== 'draft') return comparisonStep(contexts, status);
  return { status, needs, command: needs === null ? `eva promote ${id}` : `eva eval ${id}` };
}

/** Returns the run that a variant of a prompt lacks, in words; null if its latest full run passed on the current files, and no person wrote a reply. */
function missingRun(context: PromptContext): string | null {
  const { id, prompt, library } = context;
  const rows = library.rowsOf(id);
  if (prompt === null || rows.rows.length === 0) return 'a passing full run';
  const files = variantFiles(context);
  const latest = latestFullRun(id, rowsOfVariant({ prompt, runs: rows }, files));
  if (latest?.notPassed !== null) return 'a passing full run';
  const { evidence } = latest;
  const isFresh = evidence && files.evidenceNow && isSameEvidence(evidence, files.evidenceNow);
  if (!isFresh) return 'a passing full run of the current files';
  return isSynthetic(latest, evidence) ? 'a passing full run that asks a model' : null;
}

/** Returns the comparison that eval.yml asks for as the next step, of the first variant that lacks it; undefined if none does. */
function comparisonStep(contexts: readonly PromptContext[], status: Status): NextStep | undefined {
  const found = contexts.find((context) => {
    const { prompt, compare } = context;
    return prompt && compare && compareGates(gatesInput(context, prompt)).some(({ met }) => !met);
  });
  if (!found?.compare) return undefined;
  const needs = `a comparison with ${shownVersion(found.compare.against)}`;
  return { status, needs, command: compareCommandOf(found.id, found.variant ?? undefined) };
}
