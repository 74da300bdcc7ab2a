import { groupBy } from '#model/data/collections.js';
import {
  type CaseLeftOut,
  type ChangePiece,
  type MutantResult,
  type MutationBase,
  type MutationKind,
  type MutationPlan,
  type MutationReport,
  mutationKinds,
} from '#model/run/mutation.js';
import { atLeast } from '#model/text/bounds.js';
import { listed } from '#model/text/quoted.js';
import { count, duration, percentage, plural, usd, usdWithSource } from '../text/numbers.js';
import { asCalled, type Screen, usableWidth } from '../text/screen.js';
import { clip, shortened, visible, wrap } from '../text/visible.js';

type Survivor = MutantResult & { readonly result: 'survived' };

export function renderMutationReport(report: MutationReport, screen: Screen): string {
  const survivors = report.mutants.filter((one): one is Survivor => one.result === 'survived');
  const blocks = [
    headline(report, screen),
    ...(survivors.length > 0 ? [survivorBlock(survivors, screen)] : []),
    openBlock(report, screen),
    factBlock(report, screen),
    ...(survivors[0] ? [nextBlock(report, survivors[0], screen)] : []),
  ];
  return `\n${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `  ${line}`.trimEnd()).join('\n'))
    .join('\n\n')}\n`;
}

function headline({ id, score, sample, mutants }: MutationReport, screen: Screen): readonly string[] {
  const { paint } = screen;
  const { killed, of, value, lower } = score;
  if (lower === null) return [paint.bold(`${visible(id)}: no mutant has an end`)];
  const open = mutants.filter(({ result }) => result === 'unknown').length;
  const noticed =
    value === null
      ? `so far the cases notice ${killed} of ${plural(of, 'mutant')}; ${count(open)} more ${open === 1 ? 'has' : 'have'} no end, and noticed ones end first`
      : `the cases notice ${killed} of ${plural(of, 'mutant')}, ${percentage(value, 'nearest', 0)}`;
  const bound = atLeast(lower, (share, rounding) => percentage(share, rounding, 0));
  const sure =
    sample && sample.of > of + open
      ? `of all ${sample.of}: ${bound} (95% sure)`
      : `of mutants like these: ${bound} (95% sure)`;
  const [first = '', ...more] = wrap(`${id}: ${noticed}`, usableWidth(screen) - 2);
  return [paint.bold(first), ...more.map((line) => paint.bold(line)), ...wrap(sure, usableWidth(screen) - 2)];
}

const mostLines = 5;

function survivorBlock(survivors: readonly Survivor[], screen: Screen): readonly string[] {
  const { paint } = screen;
  const width = usableWidth(screen) - 2;
  const lines = groupBy(survivors, ({ at }) => `${at.file}:${at.line ?? 1}`);
  const title = `lines that nobody tests: every case still passes with ${survivors.length === 1 ? 'this change' : `each of these ${survivors.length} changes`}`;
  return [
    ...wrap(title, width),
    ...[...lines].flatMap(([place, own]) => [
      '',
      paint.bold(clip(place, width)),
      ...own.flatMap(({ id, kind, change }) => [
        `  ${paint.dim(id)}  ${kindWords[kind]}`,
        ...shortened(markedChange(change), width - 12, mostLines).map((line) => `${' '.repeat(12)}${line}`),
      ]),
    ]),
  ];
}

function openBlock({ mutants }: MutationReport, screen: Screen): readonly string[] {
  const width = usableWidth(screen) - 2;
  const open = mutants.filter((one) => one.result === 'unknown' || one.result === 'rejected');
  const reasons = groupBy(open, (one) => `${one.result}\n${one.why}`);
  const equivalent = mutants.filter(({ result }) => result === 'equivalent').length;
  return [
    ...[...reasons.values()].flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const what = first.result === 'unknown' ? 'replies are missing' : 'the provider rejects its request';
      return wrap(`${plural(own.length, 'mutant')} without an end: ${what}: ${visible(first.why)}`, width);
    }),
    ...(equivalent > 0 ? wrap(`${plural(equivalent, 'mutant')} left out: equivalent, says mutations.yml`, width) : []),
  ];
}

function factBlock(report: MutationReport, screen: Screen): readonly string[] {
  const { base, cases, replies, cost_usd, built_in_prices, duration_s, mutants, sample, beyond_limit } = report;
  const width = usableWidth(screen) - 2;
  const calls = replies.model + replies.recorded + replies.synthetic;
  const ran = mutants.filter(({ result }) => result !== 'equivalent').length;
  const parts = [
    `asked ${plural(cases.length, 'case')} that passed in ${base.run_id}`,
    mutantsInWords(ran, sample),
    plural(calls, 'reply', 'replies'),
    ...(cost_usd === null ? [] : [usdWithSource(cost_usd, [built_in_prices])]),
    duration(duration_s),
  ];
  const warning = baseWarning(base);
  const leftOut = leftOutText(report);
  return [
    ...wrap(parts.join(' · '), width),
    ...(leftOut === null ? [] : wrap(leftOut, width)),
    ...(beyond_limit > 0 ? wrap(`${count(beyond_limit)} more mutants were possible`, width) : []),
    ...(warning === null ? [] : wrap(`warning: ${warning}`, width).map((line) => screen.paint.yellow(line))),
  ];
}

function nextBlock({ id }: MutationReport, { id: mutant }: Survivor, screen: Screen): readonly string[] {
  const width = usableWidth(screen) - 2;
  return [
    ...wrap(
      `add a case for each line, and run ${asCalled('eva eval', screen)} and ${asCalled('eva mutate', screen)} again; a mutant that means the same as the body belongs in prompts/${visible(id)}/mutations.yml:`,
      width,
    ),
    'equivalent:',
    `- { mutant: "${mutant}", because: WHY }`,
  ];
}

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

const kindWords: Readonly<Record<MutationKind, string>> = {
  drop_rule: 'without this rule',
  drop_sentence: 'without this sentence',
  negate: 'negated',
  swap_number: 'another number',
  remove_example: 'without this example',
  blank_input: 'with this input empty',
};

/** Marks the removed and the added words of a change: `at most [-72-]{+144+} characters`. Escapes untrusted text, on one line. */
function markedChange(change: readonly ChangePiece[]): string {
  return change.map(({ kind, text }) => marked(kind, visible(text.replace(/\s+/g, ' ')))).join('');
}

function marked(kind: ChangePiece['kind'], text: string): string {
  if (kind === 'same') return text;
  return kind === 'removed' ? `[-${text}-]` : `{+${text}+}`;
}

const whyWords: Readonly<Record<CaseLeftOut, string>> = {
  failed: 'did not pass',
  missing: 'has no verdict',
  look: 'is only shown',
  trigger: 'does not send the body',
  application: 'asks another application',
};

function leftOutText({ left_out_cases }: Pick<MutationPlan, 'left_out_cases'>): string | null {
  if (left_out_cases.length === 0) return null;
  const shown = left_out_cases.slice(0, 5).map((one) => `${visible(one.case)} (${whyWords[one.why]})`);
  const more = left_out_cases.length - shown.length;
  return `not asked: ${listed([...shown, ...(more > 0 ? [`${more} more`] : [])])}`;
}

function baseWarning({ synthetic, replayed }: MutationBase): string | null {
  if (synthetic)
    return 'the last run played replies that a person wrote, so its cases may not pass with the real model: every mutant may seem to be noticed';
  return replayed ? 'the last run played older replies of the model' : null;
}

function mutantsInWords(count: number, sample: MutationPlan['sample']): string {
  return sample && sample.of > count ? `${count} of ${plural(sample.of, 'mutant')}` : plural(count, 'mutant');
}
