import type { ComponentChildren, VNode } from 'preact';
import { count, plural, sure } from '#report/text/numbers.js';
import { numberOf, textsOf } from '#view/facts.js';
import type { CompareView, SideView } from '#view/pairs/compare-view.js';
import { Shown } from '../text.js';

/** Shows how two versions were compared: sides, pairs, tests, replies, evidence. */
export function HowItWasCompared({ view }: { readonly view: CompareView }): VNode {
  return (
    <section id="how" aria-labelledby="h-how">
      <h2 id="h-how">How it was compared</h2>
      <dl>
        {rowsOf(view).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <h3>What this does not say</h3>
      <p class="small">
        It is about these cases, judged this way, at this time. “Undecided” is about the number of pairs. Differences of
        slices are shown, and not tested.
      </p>
    </section>
  );
}

function rowsOf(view: CompareView): readonly (readonly [string, ComponentChildren])[] {
  const { a, b, cases, margin_words, significance_level } = view;
  const used = cases.reduce((sum, one) => sum + one.used, 0);
  const unpaired = cases.reduce(
    (sum, one) => sum + one.unpaired.only_a + one.unpaired.only_b + one.unpaired.changed,
    0,
  );
  const [input, output] = [numberOf(view, 'input_tokens'), numberOf(view, 'output_tokens')];
  const [row] = textsOf(view, 'row');
  return [
    ['A', <SideText side={a} />],
    ['B', <SideText side={b} />],
    [
      'pairs',
      `${count(used)}: the same item or trial number, answered by A and by B; ${count(unpaired)} without a partner`,
    ],
    [
      'not worse',
      `B loses less than ${margin_words} (${sure(significance_level)} sure); with several cases, all of them together`,
    ],
    ['better', 'tested only after “not worse” was shown'],
    ...(input + output > 0 ? ([['tokens', `${count(input)} in, ${count(output)} out`]] as const) : []),
    ['evidence', row === undefined ? 'no row was written' : <Row path={row} />],
  ];
}

function Row({ path }: { readonly path: string }): VNode {
  return (
    <>
      a row in <Shown text={{ raw: path }} />
    </>
  );
}

function SideText({ side }: { readonly side: SideView }): VNode {
  const { label, kept, asked, run_id, synthetic } = side;
  const parts = [
    ...(kept > 0 ? [`${plural(kept, 'reply', 'replies')} kept of an earlier run`] : []),
    ...(asked > 0 ? [`${plural(asked, 'trial')} asked now`] : []),
    ...(synthetic ? ['some replies are SYNTHETIC'] : []),
  ];
  return (
    <>
      <Shown text={label} />
      {parts.length > 0 ? `; ${parts.join(', ')}` : ''}; run <Shown text={run_id} />
    </>
  );
}
