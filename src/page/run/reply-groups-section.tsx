import type { VNode } from 'preact';
import { trialRanges } from '#report/run/unfinished.js';
import { count, duration, plural } from '#report/text/numbers.js';
import type { CaseView, Group, NamedText } from '#report/view/view.js';
import { ReplyBlock } from '../replies/reply-block.js';
import { linkTo } from '../replies/reply-filter.js';
import { replyName, replyRow } from '../replies/reply-row.js';
import { Shown, ShownLines } from '../text.js';
import { RunHeading } from './header.js';
import { type CaseProps, levelIn } from './scope.js';

const most = { failing: 3, passing: 1, looks: 10 } as const;

/** Shows examples of the replies of a case, each text once: those that did not pass, or else one that did. */
export function ReplyGroupsSection({ one, scope }: CaseProps): VNode | null {
  const failing = one.groups.filter(({ example }) => example.outcome !== 'passed');
  const isLook = one.outcome === 'shown';
  const all = isLook ? one.groups : failing.length > 0 ? failing : one.groups.slice(0, most.passing);
  const shown = all.slice(0, isLook ? most.looks : most.failing);
  if (shown.length === 0) return null;
  const sharesInputs =
    shown.length > 1 && one.kind !== 'conversation' && shown.every(({ example }) => example.item === null);
  return (
    <>
      {one.trials.asked > 1 ? (
        <RunHeading level={levelIn(scope, 4)} kind="minor">
          {titleOf(one, isLook ? null : failing)}
        </RunHeading>
      ) : null}
      {sharesInputs ? <SharedInputs one={one} /> : null}
      {shown.map((group) => (
        <GroupBlock group={group} one={one} scope={scope} inputs={sharesInputs ? [] : one.inputs} />
      ))}
      <RestText one={one} shown={shown} all={all} />
    </>
  );
}

/** Returns what the replies below are. `failing` is null for a look. */
function titleOf({ trials, dataset, groups }: CaseView, failing: readonly Group[] | null): string {
  if (failing === null) return plural(trials.total, 'reply', 'replies');
  const number = trials.failed + trials.ungraded;
  if (number === 0)
    return groups.length === 1 && trials.total > 1
      ? `All ${count(trials.total)} replies are this one`
      : 'A reply that passed';
  if (dataset) return `${plural(number, dataset.draws > 1 ? 'answer' : 'item')} did not pass`;
  if (number === 1) return 'The reply that did not pass';
  const different =
    failing.length === number
      ? 'all different'
      : failing.length === 1
        ? 'all the same'
        : `${count(failing.length)} different texts`;
  return `${count(number)} replies did not pass, ${different}`;
}

function SharedInputs({ one: { inputs } }: { readonly one: CaseView }): VNode {
  return (
    <div class="asked">
      {inputs.map(({ name, value }) => (
        <div class="pair">
          <span>{inputs.length > 1 ? <Shown text={name} /> : 'input'}</span>
          <pre dir="auto">
            <ShownLines text={value} />
          </pre>
        </div>
      ))}
    </div>
  );
}

interface BlockProps extends CaseProps {
  readonly group: Group;
  readonly inputs: readonly NamedText[];
}

function GroupBlock({ group, one, scope, inputs }: BlockProps): VNode {
  const { example } = group;
  const row = replyRow(example, 0, one);
  const href = linkTo({ run: scope.isOnly ? '' : scope.key, case: one.name.raw, reply: replyName(example) });
  return (
    <ReplyBlock
      reply={row}
      inputs={inputs}
      title={<GroupTitle group={group} asked={one.trials.asked} />}
      head={
        <>
          {!example.latency_s ? null : <span>{duration(example.latency_s)}</span>}
          <a class="noprint" href={href}>
            all about it
          </a>
        </>
      }
    />
  );
}

function GroupTitle({ group, asked }: { readonly group: Group; readonly asked: number }): VNode {
  const { times, trials, example } = group;
  if (example.item) {
    const { id, draw } = example.item;
    return (
      <>
        item <Shown text={id} />
        {draw > 0 ? `, answer ${draw + 1}` : ''}
      </>
    );
  }
  if (asked === 1) return <>the only trial</>;
  const which = `${times === 1 ? 'trial' : 'trials'} ${trialRanges(trials)}`;
  return <>{times === 1 ? which : `${times === 2 ? 'twice' : `${count(times)} times`}: ${which}`}</>;
}

interface RestProps {
  readonly one: CaseView;
  readonly shown: readonly Group[];
  readonly all: readonly Group[];
}

function RestText({ one, shown, all }: RestProps): VNode | null {
  const total = one.trials.failed + one.trials.ungraded;
  const told = shown.reduce((sum, { times }) => sum + times, 0);
  const rest = total - told;
  const isOfFailing = all.some(({ example }) => example.outcome !== 'passed');
  if (!isOfFailing || rest <= 0 || one.outcome === 'shown') return null;
  return (
    <p class="small soft">
      {`${plural(rest, 'more reply', 'more replies')} that did not pass: see `}
      <a href="#replies">Replies</a>.
    </p>
  );
}
