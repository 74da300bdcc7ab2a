import type { VNode } from 'preact';
import { plural } from '#report/view/reasons.js';
import { Mark } from '../marks.js';
import { ColumnHeads, ScrollRegion } from '../tables.js';
import { Shown, ShownLines } from '../text.js';
import { casesSettled, type LiveCase, type LiveReply, type LiveState, settledWords, trialsDone } from './live-state.js';

export function LiveProgress({ state }: { readonly state: LiveState }): VNode {
  const { cases, latest } = state;
  return (
    <>
      <p class="counts">{countsOf(state)}</p>
      <Missing state={state} />
      <ScrollRegion name="Cases">
        <table class="runs">
          <ColumnHeads
            titles={['case', 'state', 'trials', 'did not pass', 'without a reply']}
            figures={['trials', 'did not pass', 'without a reply']}
          />
          <tbody>
            {cases.map((one, index) => (
              <CaseRow key={index} one={one} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {latest.length === 0 ? null : <h2>Last trials that did not pass</h2>}
      {latest.map((one) => (
        <LatestReply key={one.number} one={one} of={cases[one.case_index]} />
      ))}
    </>
  );
}

function countsOf(state: LiveState): string {
  const { cases, replies } = state;
  const trials = trialsDone(state);
  return `${casesSettled(state)} of ${plural(cases.length, 'case')} settled · ${plural(trials, 'trial')} · ${replies} replies`;
}

function Missing({ state: { cases, replies, why_missing } }: { readonly state: LiveState }): VNode | null {
  const missing = cases.reduce((sum, one) => sum + one.missing, 0);
  if (missing === 0) return null;
  return (
    <p class="note">
      {replies === 0 ? 'No reply yet. ' : ''}
      {plural(missing, 'trial')} without a reply
      {why_missing ? ': ' : '.'}
      {why_missing ? <Shown text={why_missing} /> : null}
    </p>
  );
}

function CaseRow({ one: { name, planned, done, not_passed, missing, settled } }: { readonly one: LiveCase }): VNode {
  return (
    <tr>
      <td>
        <Shown text={name} />
      </td>
      <td class="nowrap">
        {settled === null || settled === 'waiting' ? null : <Mark of={settled} isWordBeside />}{' '}
        {settled === null ? (done + missing === 0 ? 'not begun' : 'going on') : settledWords[settled]}
      </td>
      <td class="num nowrap">{settled === null ? `${done} of at most ${planned}` : done}</td>
      <td class="num">{not_passed}</td>
      <td class="num">{missing}</td>
    </tr>
  );
}

function LatestReply({ one, of }: { readonly one: LiveReply; readonly of: LiveCase | undefined }): VNode {
  return (
    <details class="latest">
      <summary>
        <Mark of={one.outcome} /> <Shown text={of?.name ?? { raw: '' }} /> trial {one.trial}
      </summary>
      <pre>
        <ShownLines text={one.response} />
      </pre>
    </details>
  );
}
