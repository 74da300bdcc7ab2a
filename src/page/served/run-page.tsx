import type { VNode } from 'preact';
import { type Text, text } from '#report/view/view.js';
import { browserCode } from '../document.js';
import { RepliesSection, replyDataId } from '../replies/replies-section.js';
import type { ReplyHead } from '../replies/reply-row.js';
import { linksOfRun, PageFooter, PageHeader, VerdictLine } from '../run/header.js';
import { HowItWasRun } from '../run/how.js';
import type { RunScope } from '../run/scope.js';
import { RunSections } from '../run/sections.js';
import type { PageRun } from '../runs/runs-page.js';
import { Shown } from '../text.js';
import { servedPage } from './served-page.js';

export interface ComparisonOfRun {
  readonly side: 'a' | 'b';
  /** The word that named A. */
  readonly against: Text;
  /** The address of its page; null without a result of it. */
  readonly address: string | null;
}

interface RunPage extends Pick<PageRun, 'line' | 'view' | 'plan'> {
  readonly head: ReplyHead;
  readonly address: string;
  readonly isRunning: boolean;
  /** The comparison that it answered for; null for a run of its own. */
  readonly comparison: ComparisonOfRun | null;
  /** The version of eva. */
  readonly version: string;
}

export function runPage({
  line,
  view,
  plan,
  head,
  address,
  isRunning,
  comparison,
  version,
}: RunPage): Iterable<string> {
  const scope: RunScope = { key: line.key, isOnly: true };
  return servedPage({
    title: `eva: ${view.title.raw}`,
    header: (
      <PageHeader start="cases" links={linksOfRun}>
        <VerdictLine view={view} />
      </PageHeader>
    ),
    main: mainParts(),
    footer: <PageFooter version={version} start="cases" isServed />,
    script: browserCode(),
    data: { [replyDataId]: [JSON.stringify({ head })] },
  });

  function* mainParts(): Generator<VNode> {
    yield <Ways live={isRunning ? `${address}/live` : null} comparison={comparison} />;
    yield <RunSections view={view} scope={scope} />;
    yield (
      <RepliesSection
        address={`${address}/replies`}
        command={view.next.find(({ name }) => name === 'all')?.command ?? text('eva report --full')}
      />
    );
    yield <HowItWasRun view={view} plan={plan} scope={scope} />;
  }
}

interface WaysProps extends Pick<RunPage, 'comparison'> {
  readonly live: string | null;
}

function Ways({ live, comparison }: WaysProps): VNode {
  return (
    <p class="ways noprint">
      <a href="/">All runs</a>
      {comparison === null ? null : <SideOf {...comparison} />}
      {live === null ? null : (
        <span>
          This run is going on: <a href={live}>follow it</a>
        </span>
      )}
    </p>
  );
}

function SideOf({ side, against, address }: ComparisonOfRun): VNode {
  const words = (
    <>
      comparison with <Shown text={against} />
    </>
  );
  return (
    <span>
      This run is side {side.toUpperCase()} of a {address === null ? words : <a href={address}>{words}</a>}
    </span>
  );
}
