import type { VNode } from 'preact';
import type { RunPlan } from '#model/run/run.js';
import { count } from '#report/text/numbers.js';
import type { CaseReply, RunLine, RunsView } from '#view/runs/runs-view.js';
import type { Text, View } from '#view/view.js';
import { documentPieces } from '../render.js';
import { pageReplies } from '../replies/page-replies.js';
import { PageFooter, PageHeader, VerdictLine } from '../run/header.js';
import { HowItWasRun } from '../run/how.js';
import type { RunScope } from '../run/scope.js';
import { RunSections } from '../run/sections.js';
import { stylesheet } from '../styles/stylesheet.js';

/** A run on a page. */
export interface PageRun {
  readonly line: RunLine;
  readonly view: View;
  readonly plan: RunPlan;
  /** Reads its replies one at a time. Can be called again. */
  readonly replies: () => Iterable<CaseReply>;
}

/** The runs on a page. */
export interface RunsPage {
  readonly view: RunsView;
  /** Reads the runs one after another. Can be called again. */
  readonly runs: () => Iterable<PageRun>;
  readonly version: string;
  /** The address from which a server sends the rows of replies; absent for a file, which holds them. */
  readonly rowsAt?: string;
}

/** Renders the page of one run or of several. */
export function runsPage({ view, runs, version, rowsAt }: RunsPage): Iterable<string> {
  const [first] = view.runs.length === 1 ? runs() : [];
  if (!first) return [];
  const scope: RunScope = { key: first.line.key, isOnly: true };
  const command = { raw: `eva report ${first.view.run_id.raw} --full` };
  const { section, script, data } = pageReplies({ runs, command, ...(rowsAt !== undefined && { rowsAt }) });
  return documentPieces({
    title: titleOf(first.view),
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
        <VerdictLine view={first.view} />
      </PageHeader>
    ),
    main: runParts(first, scope, section),
    footer: <PageFooter version={version} />,
    script,
    data,
    isServed: rowsAt !== undefined,
  });
}

function* runParts({ view, plan }: PageRun, scope: RunScope, replies: VNode): Generator<VNode> {
  yield <RunSections view={view} scope={scope} />;
  yield replies;
  yield <HowItWasRun view={view} plan={plan} scope={scope} />;
}

const marks = { passed: '✓', collected: '✓', failed: '✗', inconclusive: '~', unfinished: '?', shown: '·' } as const;

/** Returns the title of a page: `✗ support-triage: 2 failed, 5 passed`. */
function titleOf({ outcome, title, counts }: Pick<View, 'outcome' | 'title' | 'counts'>): Text {
  const parts = (['unfinished', 'failed', 'inconclusive', 'passed', 'shown'] as const).flatMap((name) =>
    counts[name] > 0 ? [`${count(counts[name])} ${name}`] : [],
  );
  return { raw: `${marks[outcome]} ${title.raw}: ${parts.join(', ')}` };
}
