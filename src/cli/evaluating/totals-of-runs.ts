import type { PlannedRun } from '#engine/run-options.js';
import { callsByRole } from '#plan/calls/calls.js';
import { costAtMost } from '#plan/calls/cost.js';
import { plural, usd } from '#report/text/numbers.js';
import { type Screen, usableWidth } from '#report/text/paint.js';
import { wrap } from '#report/text/wrap.js';

/** Renders what several runs may call and cost together: `4 runs, at most 362 calls of models, 72 of judges, at most $0.71`. */
export function totalsOfRuns(runs: readonly PlannedRun[], screen: Screen): string {
  const byRole = runs.map(({ open }) => callsByRole(open.plan));
  const sum = (roles: readonly (keyof (typeof byRole)[number])[]) =>
    byRole.reduce((all, calls) => all + roles.reduce((own, role) => own + calls[role], 0), 0);
  const judges = sum(['judge', 'trigger', 'rubric']);
  const embeddings = sum(['embedding']);
  const costs = runs.map(({ open }) => (open.plan.manner.replay ? 0 : costAtMost(open.plan, open.config).usd));
  const cost = costs.reduce<number | null>((all, own) => (all === null || own === null ? null : all + own), 0);
  const parts = [
    plural(runs.length, 'run'),
    `at most ${plural(sum(['subject', 'user']), 'call')} of models`,
    ...(judges > 0 ? [`${judges} of judges`] : []),
    ...(embeddings > 0 ? [`${embeddings} for embeddings`] : []),
    ...(cost === null || cost === 0 ? [] : [`at most ${usd(cost)}`]),
  ];
  return `${wrap(parts.join(', '), usableWidth(screen)).join('\n')}\n`;
}
