import type { VNode } from 'preact';
import { type Text, text, type View } from '#view/view.js';
import { browserCode } from '../browser-code.js';
import { RepliesSection, replyDataId } from '../replies/replies-section.js';
import type { ReplyHead } from '../replies/reply-row.js';
import { PageFooter, PageHeader, VerdictLine } from '../run/header.js';
import { HowItWasRun } from '../run/how.js';
import type { RunScope } from '../run/scope.js';
import { RunSections } from '../run/sections.js';
import type { PageRun } from '../runs/page-run.js';
import { servedPage } from './served-page.js';

interface RunPage extends Pick<PageRun, 'line' | 'view' | 'plan'> {
  readonly head: ReplyHead;
  /** The address from which the server sends its replies. */
  readonly address: string;
  /** True while a process works on it. */
  readonly isRunning: boolean;
  /** The version of eva. */
  readonly version: string;
}

/** Renders the page of a run whose replies come from the server, a page of the list at a time. */
export function runPage({ line, view, plan, head, address, isRunning, version }: RunPage): Iterable<string> {
  const scope: RunScope = { key: line.key, isOnly: true };
  return servedPage({
    title: `eva: ${view.title.raw}`,
    header: (
      <PageHeader start="cases" links={links}>
        <VerdictLine view={view} />
      </PageHeader>
    ),
    main: mainParts(),
    footer: <PageFooter version={version} start="cases" isServed />,
    script: browserCode(),
    data: { [replyDataId]: [JSON.stringify({ head })] },
  });

  function* mainParts(): Generator<VNode> {
    yield <Ways live={isRunning ? `${address}/live` : null} />;
    yield <RunSections view={view} scope={scope} />;
    yield <RepliesSection address={`${address}/replies`} command={commandFor(view)} />;
    yield <HowItWasRun view={view} plan={plan} scope={scope} />;
  }
}

const links = [
  ['cases', 'Cases'],
  ['replies', 'Replies'],
  ['how', 'How it was run'],
] as const;

/** Leads to all runs, and says that a run goes on. */
function Ways({ live }: { readonly live: string | null }): VNode {
  return (
    <p class="ways noprint">
      <a href="/">All runs</a>
      {live === null ? null : (
        <span>
          This run is going on: <a href={live}>follow it</a>
        </span>
      )}
    </p>
  );
}

/** Returns the command that shows all replies in a terminal. */
function commandFor({ next }: View): Text {
  return next.find(({ name }) => name === 'all')?.command ?? text('eva report --full');
}
