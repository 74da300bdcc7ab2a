import type { VNode } from 'preact';
import type { Place } from '#model/problem.js';
import { trialRanges } from '#report/run/result/unfinished.js';
import { count, plural } from '#report/text/numbers.js';
import type { CaseView, Claim, Miss } from '#view/view.js';
import { adviceParts } from '#view/words/claim-words.js';
import { missText } from '#view/words/miss-words.js';
import { Mark } from '../../marks.js';
import { Shown } from '../../text.js';
import { Heading } from '../heading.js';
import { caseId, decidingClaim, levelIn, type RunScope } from '../scope.js';
import { ClaimLine } from '../words/claim-words.js';
import { ended, proseOf } from '../words/prose.js';
import { ClaimList, isSingleTrial } from './claims.js';
import { CaseFigures } from './figures.js';
import { ReplyGroups } from './groups.js';

interface CaseProps {
  readonly one: CaseView;
  readonly scope: RunScope;
}

/** Shows a case that did not pass, or has no verdict: claims, figures and replies. */
export function CaseBlock({ one, scope }: CaseProps): VNode {
  const id = caseId(scope, one.key);
  return (
    <article class="case" id={id}>
      <div class="chead">
        <Mark of={one.outcome} />
        <Heading level={levelIn(scope, 3)} kind="case">
          <a href={`#${id}`}>
            <Shown text={one.name} />
          </a>
        </Heading>
        {one.at ? <PlaceText at={one.at} /> : null}
      </div>
      <div class="body">
        <CaseContent one={one} scope={scope} />
      </div>
    </article>
  );
}

/** Shows a case that passed, folded. */
export function FoldedCase({ one, scope }: CaseProps): VNode {
  const id = caseId(scope, one.key);
  return (
    <details class="fold" id={id}>
      <summary>
        <Mark of={one.outcome} />
        <span>
          <Heading level={levelIn(scope, 3)} kind="fold">
            <Shown text={one.name} />
          </Heading>{' '}
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
      <ReplyGroups one={one} scope={scope} />
    </>
  );
}

/** Shows why replies are missing. */
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

/** Shows how many trials would settle its inconclusive claims, with the true value that this assumes. */
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

/** The most kinds of misses that are listed. */
const mostMisses = 5;

/** Shows how often which check was missed, if several replies missed one. */
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
