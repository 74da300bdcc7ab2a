import type { VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import { missText } from '#report/view/reasons.js';
import { proseOf } from '#report/view/run-sentence.js';
import type { CaseView, View } from '#report/view/view.js';
import { type IntervalRow, IntervalRows } from '../figures/interval.js';
import { plainText, Shown } from '../text.js';
import { intervalOf } from './case-figures.js';
import { RunHeading } from './header.js';
import { ClaimFigures, SliceFigures } from './run-words.js';
import { caseId, type DecidingClaim, decidingClaim, labelledBy, levelIn, type RunScope } from './scope.js';

/** The number of passed cases up to which all of them have a row. */
const mostPassed = 40;
/** The number of rows of passed cases beside others, if there are more. */
const passedShown = 10;

export function CaseIndex({ view, scope }: { readonly view: View; readonly scope: RunScope }): VNode {
  const { cases } = view;
  const passed = cases.filter(({ outcome }) => outcome === 'passed');
  const folded = passed.length > mostPassed ? passed.slice(passedShown) : [];
  const shown = cases.filter((one) => !folded.includes(one));
  const rows = shown.map((one) => rowOf(one, scope));
  const hasFigure = rows.some(({ interval }) => interval !== null);
  const id = scope.isOnly ? 'cases' : `${scope.key}-cases`;
  return (
    <section id={id} {...labelledBy(scope, `h-${id}`)}>
      <RunHeading level={levelIn(scope, 2)} kind="section" id={`h-${id}`}>
        {hasFigure ? 'All cases against their bars' : 'All cases'}
      </RunHeading>
      {hasFigure && scope.isOnly ? <HowToRead /> : null}
      {cases.length === 0 ? <p>It has no case, so nothing was evaluated.</p> : <IntervalRows rows={rows} />}
      {folded.length > 0 ? (
        <details class="more">
          <summary>{`${plural(folded.length, 'more case')} passed`}</summary>
          <IntervalRows rows={folded.map((one) => rowOf(one, scope))} />
        </details>
      ) : null}
      {hasFigure && scope.isOnly ? <p class="legend small">{boundsNote(view)}</p> : null}
    </section>
  );
}

export function HowToRead(): VNode {
  return (
    <p class="legend">
      <b>How to read it:</b> the dot is what was seen. The thick line is where the true rate can be, and the upright
      tick is the bar. Line of a criterion wholly on the shaded side: <span class="passed">passed</span>. Wholly on the
      other side: <span class="failed">failed</span>. Else <span class="inconclusive">inconclusive</span>: these trials
      show neither. A slice needs more than that: its mark allows for the number of slices, its line does not.
    </p>
  );
}

function boundsNote({ cases }: View): string {
  const ranges = cases.flatMap(({ claims }) => claims.flatMap(({ range }) => range ?? []));
  return boundsText(ranges.some(({ holds }) => !holds));
}

/** Returns what bounds mean. `hasDotted`: some lines have no bound. */
export function boundsText(hasDotted: boolean): string {
  return `“At least” and “at most” are 95% sure: each end of a line is wrong in at most 5% of runs.${
    hasDotted ? ' A dotted line has no ends that hold, because of how the case stopped.' : ''
  }`;
}

function rowOf(one: CaseView, scope: RunScope): IntervalRow {
  const deciding = decidingClaim(one);
  const interval = deciding && hasFigures(one) ? intervalOf('row' in deciding ? deciding.row : deciding.claim) : null;
  return {
    outcome: one.outcome,
    name: <CaseName one={one} scope={scope} />,
    interval: interval && { ...interval, outcome: one.outcome },
    sentence: `${sentenceOf(one, deciding)}: ${one.outcome}`,
    plain: plainWords(one, deciding),
    say: <Say one={one} deciding={deciding} />,
  };
}

function hasFigures({ outcome }: CaseView): boolean {
  return outcome === 'passed' || outcome === 'failed' || outcome === 'inconclusive';
}

function CaseName({ one, scope }: { readonly one: CaseView; readonly scope: RunScope }): VNode {
  const size = sizeText(one);
  return (
    <>
      <a href={`#${caseId(scope, one.key)}`}>
        <Shown text={one.name} />
      </a>
      {size === '' ? null : <span class="soft small"> {size}</span>}
    </>
  );
}

function sizeText({ dataset, kind, trials }: CaseView): string {
  if (dataset) return `${count(dataset.used?.items ?? dataset.asked)} of ${plural(dataset.kept, 'item')}`;
  return kind === 'conversation' ? plural(trials.total, 'conversation') : '';
}

function sentenceOf({ name }: CaseView, deciding: DecidingClaim | null): string {
  if (deciding === null) return plainText(name);
  if ('row' in deciding) {
    const { field, row } = deciding;
    return `${plainText(name)}, ${plainText(field.field)} = ${plainText(row.value)}: ${plainText(row.sentence)}`;
  }
  return `${plainText(name)}: ${plainText(deciding.claim.sentence)}`;
}

function plainWords(one: CaseView, deciding: DecidingClaim | null): string | undefined {
  if (one.outcome === 'unfinished')
    return one.trials.missing > 0
      ? `${count(one.trials.missing)} of ${plural(one.trials.asked, 'reply', 'replies')} missing`
      : `${count(one.trials.total)} of ${plural(one.trials.asked, 'trial')} run`;
  if (!hasFigures(one) || deciding === null || 'row' in deciding || one.trials.asked === 1) return undefined;
  const { claim } = deciding;
  if (claim.criterion === 'every_trial') return 'every trial must pass; no rate is claimed';
  return plainText(claim.claim);
}

function Say({ one, deciding }: { readonly one: CaseView; readonly deciding: DecidingClaim | null }): VNode | null {
  const { trials, claims, outcome } = one;
  if (!hasFigures(one)) return <b>{outcome}</b>;
  if (trials.asked === 1 && claims.length <= 1) return <SingleTrial one={one} />;
  if (deciding === null) return null;
  if ('row' in deciding) {
    return (
      <>
        <Shown text={deciding.row.value} /> <SliceFigures row={deciding.row} level={0.05} />
      </>
    );
  }
  const passed = claims.filter((claim) => claim.outcome === 'passed').length;
  const more = claims.length > 1 ? `${count(passed)} of ${count(claims.length)} criteria passed` : undefined;
  return <ClaimFigures claim={deciding.claim} {...(more !== undefined && { more })} />;
}

function SingleTrial({ one: { misses, groups } }: { readonly one: CaseView }): VNode {
  const [miss] = misses;
  if (miss) return <Shown text={{ raw: proseOf(missText(miss)) }} />;
  const findings = groups[0]?.example.findings ?? [];
  const checks = findings.filter(({ kind }) => kind === 'check').length;
  return (
    <span class="soft">{checks > 0 ? `${plural(checks, 'check')} hold${checks === 1 ? 's' : ''}` : 'passed'}</span>
  );
}
