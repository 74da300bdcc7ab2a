import type { VNode } from 'preact';
import type { Place } from '#model/problem.js';
import { claimText } from '#report/run/claim-words.js';
import { trialRanges } from '#report/run/unfinished.js';
import { count, plural } from '#report/text/numbers.js';
import { adviceParts, missText } from '#report/view/reasons.js';
import { capitalized, ended, proseOf } from '#report/view/run-sentence.js';
import type { CaseView, Claim, Miss, SliceField } from '#report/view/view.js';
import { Mark } from '../marks.js';
import { Shown } from '../text.js';
import { CaseFigures } from './case-figures.js';
import { RunHeading } from './header.js';
import { ReplyGroupsSection } from './reply-groups-section.js';
import { ClaimLine } from './run-words.js';
import { type CaseProps, caseId, decidingClaim, levelIn } from './scope.js';

export function CaseBlock({ one, scope }: CaseProps): VNode {
  const id = caseId(scope, one.key);
  return (
    <article class="case" id={id}>
      <div class="chead">
        <Mark of={one.outcome} />
        <RunHeading level={levelIn(scope, 3)} kind="case">
          <a href={`#${id}`}>
            <Shown text={one.name} />
          </a>
        </RunHeading>
        {one.at ? <PlaceText at={one.at} /> : null}
      </div>
      <div class="body">
        <CaseContent one={one} scope={scope} />
      </div>
    </article>
  );
}

export function FoldedCase({ one, scope }: CaseProps): VNode {
  const id = caseId(scope, one.key);
  return (
    <details class="fold" id={id}>
      <summary>
        <Mark of={one.outcome} />
        <span>
          <RunHeading level={levelIn(scope, 3)} kind="fold">
            <Shown text={one.name} />
          </RunHeading>{' '}
          <span class="soft small">
            <Summary one={one} />
          </span>
        </span>
      </summary>
      <div class="body">
        {one.at ? (
          <p class="small soft">
            <PlaceText at={one.at} />
          </p>
        ) : null}
        <CaseContent one={one} scope={scope} />
      </div>
    </details>
  );
}

function Summary({ one }: { readonly one: CaseView }): VNode | null {
  const deciding = decidingClaim(one);
  if (isSingleTrial(one) || !deciding || 'row' in deciding) return null;
  if (one.claims.length > 1) return <>{`${count(one.claims.length)} criteria, ${plural(one.trials.total, 'trial')}`}</>;
  return <ClaimLine claim={deciding.claim} />;
}

function PlaceText({ at: { file, line } }: { readonly at: Place }): VNode {
  return (
    <span class="at mono">
      <Shown text={{ raw: line === undefined ? file : `${file}:${line}` }} />
    </span>
  );
}

function CaseContent({ one, scope }: CaseProps): VNode {
  return (
    <>
      <Missing one={one} />
      <ClaimList one={one} />
      <Advice one={one} />
      <Remarks one={one} />
      <CaseFigures one={one} />
      <Misses one={one} />
      <ReplyGroupsSection one={one} scope={scope} />
    </>
  );
}

function Missing({ one: { missing, trials } }: { readonly one: CaseView }): VNode | null {
  if (missing.length === 0) return null;
  return (
    <ul class="verdicts">
      {missing.map(({ reason, trials: own, ungraded_by }) => (
        <li>
          <Mark of="missing" />
          <div>
            <strong>
              {ungraded_by === undefined
                ? `${plural(own.length, 'reply is', 'replies are')} missing`
                : `${plural(own.length, 'reply is', 'replies are')} not graded`}
              {trials.asked > 1 ? `: trials ${trialRanges(own)}` : ''}
            </strong>
            <p>
              <Shown text={reason} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Advice({ one }: { readonly one: CaseView }): VNode | null {
  const numberIn = (plan: string) => Number.parseInt(plan.replaceAll(',', ''), 10);
  const [plan] = one.claims.flatMap(planIn).sort((a, b) => numberIn(b) - numberIn(a));
  if (plan === undefined) return null;
  return (
    <p>
      <b>What would settle it:</b> <Shown text={{ raw: ended(plan) }} />
    </p>
  );
}

/** Returns the advice of a claim that more trials of the same kind would pass. Items of one class are not among them. */
function planIn(claim: Claim): readonly string[] {
  const [, plan] = /(?:^|; )(\d[^;]* would give an 80% chance .*)$/.exec(adviceParts(claim)[0] ?? '') ?? [];
  return claim.outcome === 'inconclusive' && plan !== undefined ? [plan] : [];
}

function Remarks({ one: { trials } }: { readonly one: CaseView }): VNode | null {
  if (trials.gave_up === 0) return null;
  return <p class="small soft">{`${count(trials.gave_up)} of ${count(trials.total)} users gave up.`}</p>;
}

const mostMisses = 5;

function Misses({ one }: { readonly one: CaseView }): VNode | null {
  const ofClasses = new Set(one.dataset?.classes.map(({ expectation }) => expectation));
  const misses = one.misses.filter(({ expectation }) => !ofClasses.has(expectation));
  if (one.trials.failed + one.trials.ungraded <= 1 || misses.length < 2) return null;
  const rest = misses.length - mostMisses;
  return (
    <p class="small">
      <b>Missed:</b>{' '}
      {misses.slice(0, mostMisses).map((miss, at) => (
        <>
          {at > 0 ? ' · ' : ''}
          <MissText miss={miss} />
        </>
      ))}
      {rest > 0 ? ` · ${plural(rest, 'other')}` : ''}
    </p>
  );
}

function MissText({ miss }: { readonly miss: Miss }): VNode {
  return (
    <>
      <span class="nowrap">{miss.times === 1 ? 'once' : `${count(miss.times)} times`}</span>{' '}
      <code>
        <Shown text={{ raw: proseOf(missText(miss)) }} />
      </code>
    </>
  );
}

function ClaimList({ one }: { readonly one: CaseView }): VNode | null {
  const rules = one.slices.filter(({ must, holds }) => must !== null && holds !== null);
  const claims = isSingleTrial(one) ? [] : one.claims;
  const items = [
    ...claims.map((claim) => ({ outcome: claim.outcome, item: <ClaimItem claim={claim} one={one} /> })),
    ...rules.map((field) => ({ outcome: outcomeOfRule(field), item: <RuleItem field={field} /> })),
  ];
  if (items.length === 0) return null;
  const sorted = items.sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return <ul class="verdicts">{sorted.map(({ item }) => item)}</ul>;
}

const order = ['failed', 'inconclusive', 'passed'] as const;

function outcomeOfRule({ holds, rows }: SliceField): (typeof order)[number] {
  if (holds) return 'passed';
  return rows.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'inconclusive';
}

/** Returns true for a case whose only trial must pass: its mark is its whole result. */
function isSingleTrial({ claims, trials }: CaseView): boolean {
  const [claim, ...others] = claims;
  return trials.asked === 1 && others.length === 0 && claim?.significance_level === null;
}

function ClaimItem({ claim, one }: { readonly claim: Claim; readonly one: CaseView }): VNode {
  const { outcome, reason, found } = claim;
  return (
    <li>
      <Mark of={outcome} />
      <div>
        <strong>
          <Shown text={{ raw: capitalized(claimText(claim, one)) }} />
        </strong>
        <p>
          <Shown text={{ raw: ended(capitalized(reason.raw === '' ? found.words.raw : reason.raw)) }} />
        </p>
      </div>
    </li>
  );
}

function RuleItem({ field }: { readonly field: SliceField }): VNode {
  const outcome = outcomeOfRule(field);
  const judged = field.rows.filter((row) => row.outcome !== null);
  const worst = judged.filter((row) => row.outcome === outcome);
  return (
    <li>
      <Mark of={outcome} />
      <div>
        <strong>
          <RuleText field={field} />
        </strong>
        <p>
          {outcome === 'failed'
            ? worst.map((row) => (
                <>
                  <Shown text={row.value} />: <Shown text={{ raw: ended(row.sentence.raw) }} />{' '}
                </>
              ))
            : ruleWords(field, judged.length)}
        </p>
      </div>
    </li>
  );
}

function RuleText({ field: { field, must, bar, claim } }: { readonly field: SliceField }): VNode {
  if (bar === null) {
    return (
      <>
        By <Shown text={field} />: {claim ? <Shown text={claim} /> : null}
      </>
    );
  }
  return (
    <>
      {must === 'pass' ? 'Each ' : 'No '}
      <Shown text={field} />
      {must === 'pass' ? ' is shown to reach its bar of ' : ' is shown to be below its bar of '}
      <Shown text={bar} />
    </>
  );
}

function ruleWords({ must, holds }: SliceField, number: number): string {
  if (!holds) return 'These items show it for some of them only.';
  return must === 'pass'
    ? `It is shown for all ${count(number)}.`
    : `None of the ${count(number)} is shown to be below it.`;
}
