import type { VNode } from 'preact';
import type { RunPlan } from '#model/run/run.js';
import { titleOf } from '#report/formats/run-words.js';
import type { CaseReply, RunLine, RunsView } from '#report/view/runs-view.js';
import type { Text } from '#report/view/text.js';
import type { View } from '#report/view/view.js';
import { browserCode, documentPieces } from '../document.js';
import { Mark } from '../marks.js';
import { type EmbeddedRun, embedReplies } from '../replies/embedded-rows.js';
import { RepliesSection, replyDataId } from '../replies/replies-section.js';
import { replyHead } from '../replies/reply-head.js';
import { boundsText, HowToRead } from '../run/case-index.js';
import { linksOfRun, PageFooter, PageHeader, VerdictLine } from '../run/header.js';
import { HowItWasRun, Limits } from '../run/how.js';
import { CountsText } from '../run/run-words.js';
import type { RunScope } from '../run/scope.js';
import { RunSections } from '../run/sections.js';
import { stylesheet } from '../styles.js';
import { Shown } from '../text.js';
import { Overview, overviewTitle } from './overview.js';

export function runsPage(page: RunsPage): Iterable<string> {
  const [only] = page.view.runs.length === 1 ? page.runs() : [];
  return only ? runPage(page, only) : severalRunsPage(page);
}

function runPage({ runs, version, rowsAt }: RunsPage, run: PageRun): Iterable<string> {
  const scope: RunScope = { key: run.line.key, isOnly: true };
  const command = run.view.next.find(({ name }) => name === 'all')?.command ?? { raw: 'eva report --full' };
  const replies = pageReplies({ runs, command, ...(rowsAt !== undefined && { rowsAt }) });
  return documentPieces({
    title: titleOf(run.view),
    styles: stylesheet,
    header: (
      <PageHeader start="cases" links={linksOfRun}>
        <VerdictLine view={run.view} />
      </PageHeader>
    ),
    main: [
      <RunSections view={run.view} scope={scope} />,
      replies.section,
      <HowItWasRun view={run.view} plan={run.plan} scope={scope} />,
    ],
    footer: <PageFooter version={version} start="cases" isServed={rowsAt !== undefined} />,
    script: replies.script,
    data: replies.data,
    isServed: rowsAt !== undefined,
  });
}

function severalRunsPage(page: RunsPage): Iterable<string> {
  const { view, runs, version, rowsAt } = page;
  const command = { raw: 'eva report RUN --full' };
  const replies = pageReplies({ runs, command, ...(rowsAt !== undefined && { rowsAt }) });
  const titled = { ...view, title: { raw: overviewTitle(view) } };
  return documentPieces({
    title: titleOf(titled),
    styles: stylesheet,
    header: (
      <PageHeader
        start="runs"
        links={[
          ['runs', 'Runs'],
          ['replies', 'Replies'],
        ]}
      >
        <VerdictLine view={titled} />
      </PageHeader>
    ),
    main: severalParts(page, replies.section),
    footer: <PageFooter version={version} start="runs" isServed={rowsAt !== undefined} />,
    script: replies.script,
    data: replies.data,
    isServed: rowsAt !== undefined,
  });
}

function* severalParts({ view, runs }: RunsPage, replies: VNode): Generator<VNode> {
  yield <Overview view={view} />;
  yield (
    <section>
      <HowToRead />
      <p class="legend small">{boundsText(true)}</p>
    </section>
  );
  for (const run of runs()) yield <RunAmongOthers run={run} />;
  yield replies;
  yield (
    <section>
      <Limits level={2} />
    </section>
  );
}

interface PageReplies {
  readonly section: VNode;
  /** As `PageDocument` has them. */
  readonly script: string;
  readonly data: Readonly<Record<string, Iterable<string>>>;
}

interface RepliesOptions {
  /** Reads the runs one after another. Can be called again. */
  readonly runs: () => Iterable<EmbeddedRun>;
  readonly command: Text;
  /** The address from which a server sends the rows; absent for a file, which holds them. */
  readonly rowsAt?: string;
}

function pageReplies({ runs, command, rowsAt }: RepliesOptions): PageReplies {
  const script = browserCode();
  if (rowsAt !== undefined) {
    const head = JSON.stringify({ head: replyHead(runs()) });
    return { section: <RepliesSection command={command} address={rowsAt} />, script, data: { [replyDataId]: [head] } };
  }
  const rows = embedReplies(runs);
  return { section: <RepliesSection command={command} rows={rows} />, script, data: { [replyDataId]: rows.pieces() } };
}

/** Shows a run of several: open unless it passed. */
function RunAmongOthers({ run }: { readonly run: PageRun }): VNode {
  const { line, view, plan } = run;
  const scope: RunScope = { key: line.key, isOnly: false };
  const content = (
    <>
      <RunSections view={view} scope={scope} variant={line.variant} />
      <HowItWasRun view={view} plan={plan} scope={scope} />
    </>
  );
  if (view.outcome !== 'passed') {
    return (
      <article class="run" id={line.key}>
        {content}
      </article>
    );
  }
  return (
    <details class="fold run" id={line.key}>
      <summary>
        <Mark of={view.outcome} />
        <span>
          <span class="n">
            <Shown text={view.title} />
          </span>{' '}
          {line.variant ? (
            <>
              <Shown text={line.variant} />{' '}
            </>
          ) : null}
          <span class="small">
            <CountsText counts={view.counts} />
          </span>
        </span>
      </summary>
      {content}
    </details>
  );
}

export interface PageRun {
  readonly line: RunLine;
  readonly view: View;
  readonly plan: RunPlan;
  readonly replies: () => Iterable<CaseReply>;
}

interface RunsPage {
  readonly view: RunsView;
  /** Reads the runs that have a folder one after another. Can be called again. */
  readonly runs: () => Iterable<PageRun>;
  readonly version: string;
  /** The address from which a server sends the rows of replies; absent for a file, which holds them. */
  readonly rowsAt?: string;
}
