import type { VNode } from 'preact';
import { documentPieces } from '../render.js';
import { pageReplies } from '../replies/page-replies.js';
import { boundsText, HowToRead } from '../run/case-index.js';
import { PageFooter, PageHeader, VerdictLine } from '../run/header.js';
import { HowItWasRun, Limits } from '../run/how.js';
import type { RunScope } from '../run/scope.js';
import { RunSections } from '../run/sections.js';
import { stylesheet } from '../styles/stylesheet.js';
import { Overview, overviewTitle } from './overview.js';
import type { PageRun, RunsPage } from './page-run.js';
import { RunAmongOthers } from './run-among-others.js';
import { titleOf } from './titles.js';

/** Renders the page of one run or of several. */
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
      <PageHeader
        start="cases"
        links={[
          ['cases', 'Cases'],
          ['replies', 'Replies'],
          ['how', 'How it was run'],
        ]}
      >
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
