import type { ComponentChildren, VNode } from 'preact';
import { markInWords } from '#report/formats/run-words.js';
import { count, duration, plural, sure, usdWithSource } from '#report/text/numbers.js';
import type { CompareReason, CompareView, PromptChanges, PromptLine, SideView } from '#report/view/compare-view.js';
import { factTexts, numberOf } from '#report/view/facts.js';
import { capitalized, ended } from '#report/view/run-sentence.js';
import { documentPieces } from '../document.js';
import { Mark } from '../marks.js';
import { PageFooter, PageHeader } from '../run/header.js';
import { joined } from '../run/run-words.js';
import { whenText } from '../run/top.js';
import { AllRuns, servedStyles } from '../served/served-page.js';
import { stylesheet } from '../styles.js';
import { ScrollRegion } from '../tables.js';
import { Shown, ShownLines } from '../text.js';
import type { ShownPairs } from './changed-pairs-section.js';
import { ChangedPairs } from './changed-pairs-section.js';
import { Differences } from './differences.js';

interface ComparePage {
  readonly view: CompareView;
  readonly pairs: ShownPairs;
  readonly version: string;
  /** True if a server sends the page. Default: false, for files. */
  readonly isServed?: boolean;
}

export function comparePage({ view, pairs, version, isServed = false }: ComparePage): Iterable<string> {
  return documentPieces({
    title: { raw: `${markInWords(view.outcome)} ${view.headline.raw}` },
    styles: isServed ? `${stylesheet} ${servedStyles}` : stylesheet,
    header: (
      <PageHeader start="cases" links={linksOf(view, pairs)}>
        <Mark of={view.outcome} />{' '}
        <b>
          <Shown text={view.title} />
        </b>{' '}
        <span class={view.outcome}>{verdictWord(view)}</span>
      </PageHeader>
    ),
    main: partsOf(view, pairs, isServed),
    footer: <PageFooter start="cases" version={version} isServed={isServed} />,
    script: null,
    isServed,
  });
}

function* partsOf(view: CompareView, pairs: ShownPairs, isServed: boolean): Generator<VNode> {
  if (isServed) {
    yield (
      <p class="ways noprint">
        <AllRuns />
      </p>
    );
  }
  yield <CompareTop view={view} />;
  yield <Differences view={view} />;
  yield <ChangedPairs pairs={pairs} total={view.changed} />;
  if (view.prompt) yield <PromptDiff changes={view.prompt} />;
  yield <HowItWasCompared view={view} />;
}

function linksOf({ prompt }: CompareView, { worse, better }: ShownPairs): readonly (readonly [string, string])[] {
  return [
    ['cases', 'Cases'],
    ...(worse.length + better.length > 0 ? ([['changed', 'Changed answers']] as const) : []),
    ...(prompt ? ([['prompt', 'Prompt']] as const) : []),
    ['how', 'How it was compared'],
  ];
}

const words = { better: 'better', not_worse: 'not worse', worse: 'worse', undecided: 'undecided' } as const;

function verdictWord({ verdict, flags }: CompareView): string {
  if (verdict === null) return 'unfinished';
  return words[verdict] + (flags.includes('synthetic') ? ' on SYNTHETIC replies' : '');
}

const signs = { added: '+', removed: '−', same: ' ', gap: '…' } as const;
const classes = { added: 'a', removed: 'r', same: 's', gap: 'soft' } as const;

function PromptDiff({ changes }: { readonly changes: PromptChanges }): VNode {
  const { added, removed, lines } = changes;
  return (
    <section id="prompt" aria-labelledby="h-prompt">
      <h2 id="h-prompt">What changed in the prompt</h2>
      <p class="small soft">
        {plural(added, 'line')} added, {count(removed)} removed
      </p>
      <ScrollRegion name="Changed lines of the prompt">
        <pre class="diff">
          {lines.map((line) => (
            <DiffLine line={line} />
          ))}
        </pre>
      </ScrollRegion>
    </section>
  );
}

function DiffLine({ line: { change, text } }: { readonly line: PromptLine }): VNode {
  return (
    <span class={classes[change]}>
      {signs[change]} <ShownLines text={text} />
      {'\n'}
    </span>
  );
}

function CompareTop({ view }: { readonly view: CompareView }): VNode {
  const { notes, outcome, headline, sentence, reasons, started_at } = view;
  return (
    <>
      {notes.length > 0 ? (
        <div class="note" role="note">
          {notes.map((note) => (
            <p>
              <Shown text={{ raw: ended(capitalized(note.raw)) }} />
            </p>
          ))}
        </div>
      ) : null}
      <div class="top">
        <p class="soft small">eva comparison{whenText(started_at)}</p>
        <h1>
          <Mark of={outcome} /> <Shown text={headline} />
        </h1>
        <p class="lead">
          <Shown text={sentence} />
        </p>
        {reasons.length > 0 ? (
          <ul class="why">
            {reasons.map((reason) => (
              <ReasonItem reason={reason} />
            ))}
          </ul>
        ) : null}
        <p class="facts">{joined(factParts(view), ' · ')}</p>
      </div>
    </>
  );
}

function ReasonItem({ reason: { mark, subject, text, href } }: { readonly reason: CompareReason }): VNode {
  const [words, ...others] = text;
  return (
    <li>
      <Mark of={mark} />
      <span>
        <a href={href}>
          <b>
            <Shown text={subject} />
          </b>
        </a>
        : {words ? <b>{<Shown text={words} />}</b> : null}.{' '}
        {others.map(({ raw }) => (
          <>
            <Shown text={{ raw: ended(capitalized(raw)) }} />{' '}
          </>
        ))}
      </span>
    </li>
  );
}

function factParts(view: CompareView): readonly ComponentChildren[] {
  const cost = numberOf(view, 'cost');
  const seconds = numberOf(view, 'duration');
  return [
    ...[view.a, view.b].map(({ label }, at) => (
      <>
        {at === 0 ? 'A' : 'B'} <Shown text={label} />
      </>
    )),
    ...factTexts(view, 'model').map((model) => <Shown text={{ raw: model }} />),
    ...(cost > 0 ? [usdWithSource(cost, factTexts(view, 'built_in_prices'))] : []),
    ...(seconds > 0 && numberOf(view, 'replies_model') > 0 ? [duration(seconds)] : ['no call was made']),
  ];
}

function HowItWasCompared({ view }: { readonly view: CompareView }): VNode {
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
  const [row] = factTexts(view, 'row');
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
