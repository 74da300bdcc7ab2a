import type { VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import type { CompareView, PromptChanges, PromptLine } from '#view/pairs/compare-view.js';
import { ScrollRegion } from '../figures/scroll-region.js';
import { Mark, markSigns } from '../marks.js';
import { documentPieces } from '../render.js';
import { PageFooter, PageHeader } from '../run/header.js';
import { AllRuns } from '../served/served-page.js';
import { servedStyles } from '../served/served-styles.js';
import { stylesheet } from '../styles/stylesheet.js';
import { Shown, ShownLines } from '../text.js';
import { ChangedPairs } from './changed-pairs.js';
import { CompareTop } from './compare-top.js';
import { Differences } from './differences.js';
import { HowItWasCompared } from './how.js';
import type { ShownPairs } from './shown-pairs.js';

export interface ComparePage {
  readonly view: CompareView;
  /** The pairs whose answers are shown side by side. */
  readonly pairs: ShownPairs;
  readonly version: string;
  /** True if a server sends the page. Default: false, for files. */
  readonly isServed?: boolean;
}

/** Renders the page of a comparison: the verdict, the difference of each case, answers side by side, and the changed lines of the prompt. */
export function comparePage({ view, pairs, version, isServed = false }: ComparePage): Iterable<string> {
  return documentPieces({
    title: { raw: `${markSigns[view.outcome]} ${view.headline.raw}` },
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

/** Shows the lines of the prompt that differ between A and B. */
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
