import type { VNode } from 'preact';
import { claimText } from '#report/run/result/claim-words.js';
import { count } from '#report/text/numbers.js';
import type { CaseView, Claim, SliceField } from '#view/view.js';
import { Mark } from '../../marks.js';
import { Shown } from '../../text.js';
import { capitalized, ended } from '../words/prose.js';

/** Shows each claim of a case, and each rule for its slices, with its mark and its explanation. Those that did not pass come first. */
export function ClaimList({ one }: { readonly one: CaseView }): VNode | null {
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
export function isSingleTrial({ claims, trials }: CaseView): boolean {
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

/** Shows the rule for the slices of a field: `No language is shown to be below its bar of 85%`. */
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
