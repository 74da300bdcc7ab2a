import type { MutationPlan } from '#model/run/mutation.js';
import { mutationKinds } from '#model/run/mutation.js';
import { listed } from '#model/text/quoted.js';
import { clip } from '../../text/clip.js';
import { count, plural, usd } from '../../text/numbers.js';
import { type Screen, usableWidth } from '../../text/paint.js';
import { visible } from '../../text/visible.js';
import { wrap } from '../../text/wrap.js';
import { baseWarning, kindWords, leftOutText, mutantsInWords } from './mutation-words.js';

/** Renders what `eva mutate` would do: the mutants by kind, the cases in their order, and the greatest number of calls. */
export function renderMutationPlan(plan: MutationPlan, screen: Screen): string {
  const { paint } = screen;
  const width = usableWidth(screen) - 2;
  const total = mutationKinds.reduce((sum, kind) => sum + (plan.mutants[kind] ?? 0), 0);
  const rows = mutationKinds.flatMap((kind) => {
    const own = plan.mutants[kind];
    return own === undefined
      ? []
      : [`  ${clip(`${String(own).padStart(5)}  ${kind.padEnd(14)}  ${kindWords[kind]}`, width)}`];
  });
  const warning = baseWarning(plan.base);
  const facts = [
    `the cases, in their order: ${listed(plan.cases.map(visible))}`,
    leftOutText(plan),
    beyondText(plan),
    warning && `warning: ${warning}`,
  ];
  return [
    '',
    `  ${paint.bold(clip(`${plan.id}: ${mutantsInWords(total, plan.sample)}`, width))}`,
    ...rows,
    '',
    ...wrap(boundText(plan), width).map((line) => `  ${line}`),
    ...facts.flatMap((fact) => (fact === null ? [] : wrap(fact, width).map((line) => `  ${line}`))),
    '',
  ].join('\n');
}

/** Says how many calls the mutants take. */
function boundText({ about, at_most }: MutationPlan): string {
  const amounts = ({ calls, cost_usd }: MutationPlan['about']) =>
    `${plural(calls, 'call')}${cost_usd === null ? '' : `, ${usd(cost_usd)}`}`;
  return `about ${amounts(about)}, if no case notices a mutant, and fewer if cases do: a mutant ends at the first case that does not pass; at most ${amounts(at_most)}`;
}

function beyondText({ beyond_limit, equivalent }: MutationPlan): string | null {
  const parts = [
    ...(equivalent > 0 ? [`${count(equivalent)} left out, which mutations.yml lists as equivalent`] : []),
    ...(beyond_limit > 0 ? [`${count(beyond_limit)} more were possible`] : []),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
