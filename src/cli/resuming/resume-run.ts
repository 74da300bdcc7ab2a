import { missingRubrics } from '#grade/rubric/missing-rubrics.js';
import { checkPromptId } from '#library/prompts.js';
import type { RunPlan } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import type { AttemptInput } from '#plan/plan-run.js';
import { checkLogs } from '#store/check-logs.js';
import { attemptNumber } from '../evaluating/attempt-number.js';
import type { EvalOptions, Wanted } from '../evaluating/eval-options.js';
import type { Tell } from '../evaluating/open-run.js';
import { requireTrusted, tellWarnings } from '../evaluating/plan-all.js';
import { tellProgress } from '../evaluating/progress.js';
import { runAll } from '../evaluating/run-all.js';
import type { Io } from '../io.js';
import { openPrompt } from '../open-prompt.js';
import type { Terminal } from '../terminal.js';
import { requireUnchanged } from './changed-run.js';
import { reopenRunPlace } from './reopen-run.js';
import { findResumed } from './resume.js';
import { resumedChoice, resumedManner } from './resumed-choice.js';

/** Resumes one run: asks for the missing replies, then grades and decides everything again. Returns as `eva eval` does. */
export async function resumeRun(
  root: string,
  wanted: Extract<Wanted, { readonly resume: string | true }>,
  options: EvalOptions,
  terminal: Terminal,
  io: Io,
): Promise<number> {
  if (wanted.id !== null) checkPromptId(root, wanted.id);
  const { note } = tellProgress(terminal);
  const resumed = findResumed(root, wanted, options, note);
  try {
    checkLogs(root);
    const choice = {
      ...resumedChoice(resumed.plan),
      manner: resumedManner(resumed.plan, options),
      numberOf: numberOfResumed(resumed.plan, attemptNumber(root, io)),
    };
    const read = () => requireTrusted(openPrompt(root, resumed.run.id, choice), options, io);
    const open = read();
    requireUnchanged(`run ${resumed.run.run_id}`, resumed.plan, open.plan, wayOut(resumed.run.id));
    const runs = [{ open, reopen: read, placeOf: (tell: Tell) => reopenRunPlace(resumed, open, tell) }];
    tellWarnings(runs, terminal);
    return await runAll(runs, { options, json: options.json === true, foretell: false }, terminal, io);
  } finally {
    resumed.release();
  }
}

/** Returns the number that a run has. A run without a number, or without all rubrics and so with other evidence, gets the next one. */
function numberOfResumed(stored: RunPlan, next: AttemptInput['numberOf']): AttemptInput['numberOf'] {
  const { try: own, collected, shards, cases } = stored;
  if (own === undefined || missingRubrics(cases).length > 0) return next;
  return () => ({ try: own, ...(collected !== undefined && { collected }), ...(shards && { shards }) });
}

function wayOut(id: string): string {
  return `undo the change to go on with the run, or begin another: eva eval ${shellWord(id)}`;
}
