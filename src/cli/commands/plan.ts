import { attemptNumber } from '#engine/attempt/attempt-number.js';
import { openPrompt } from '#engine/prompt/open-prompt.js';
import { runSettingsOf } from '#engine/run-options.js';
import { tooManyFailed } from '#lifecycle/attempts/other-attempts.js';
import { replacesSlowAnswers } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import { chanceOfRun } from '#model/run/outlook.js';
import { batchSplit } from '#plan/calls/batch-split.js';
import { callsByRole } from '#plan/calls/calls.js';
import { jsonResult } from '#report/json.js';
import { planTable, prettyPlan } from '#report/plan/plan.js';
import { renderProblems } from '#report/problems.js';
import { costOutlook } from '../cost-outlook.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';

export interface PlanOptions {
  readonly root?: string;
  readonly case: readonly string[];
  readonly batch?: boolean;
  readonly allowUnderpowered?: boolean;
  readonly full?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `eva plan <id>`: prints the trials, chances and cost of a run. Calls no model, writes nothing. Returns 0, or 2 if a run would be
 * refused because a criterion cannot pass.
 */
export async function planCommand(id: string, options: PlanOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const open = openPrompt(root, id, {
    only: options.case,
    allowUnderpowered: true,
    ...(options.batch && { manner: runSettingsOf({ ...options, allowUnderpowered: true }) }),
    numberOf: attemptNumber(root, io.env),
  });
  const { plan, config } = open;
  const { budget } = config;
  const problems = options.allowUnderpowered ? open.warnings : asRefused(open.warnings);
  const cost = costOutlook(open);
  const byRole = callsByRole(plan);
  const calls = { total: plan.calls, ...byRole };
  const cases = plan.cases.map((testCase) => ({
    name: testCase.name,
    sample_size: testCase.sample_size,
    ...(replacesSlowAnswers(testCase) && { timeouts: 'ask_again' }),
  }));
  const attempt = { try: plan.try, corrected: plan.tries === 'corrected' };
  const batches = options.batch && { batches: batchSplit(plan, config) };
  const { outlooks } = plan;
  const failed = tooManyFailed(root, open.prompt, plan.evidence);
  const figures = { calls, cost, budget, ...batches, outlooks, chance: chanceOfRun(outlooks) };
  const document = { id, attempt: { ...attempt, ...(failed && { failed }) }, cases, ...figures, problems };
  const view = { plan, cost, budget, ...batches, calls: byRole, failed };
  if (options.json) terminal.out(jsonResult(document));
  else terminal.out(options.full ? prettyPlan(view, terminal) : planTable(view, terminal));
  if (!options.json) terminal.err(renderProblems(problems, terminal.errScreen));
  return problems.some(({ severity }) => severity === 'error') ? 2 : 0;
}

/** Converts warnings about too few trials to errors, if a run would be refused because of them. The plan is printed anyway. */
function asRefused(warnings: readonly Problem[]): readonly Problem[] {
  if (!warnings.some(({ code }) => code === 'EVA_UNDERPOWERED')) return warnings;
  const refused = ['EVA_UNDERPOWERED', 'EVA_MORE_PROBLEMS'];
  return warnings.map((entry) => (refused.includes(entry.code) ? { ...entry, severity: 'error' } : entry));
}
