import type { RunPlan } from '#model/run/run.js';
import type { CaseReply, RunLine, RunsView } from '#view/runs/runs-view.js';
import type { View } from '#view/view.js';

export interface PageRun {
  readonly line: RunLine;
  readonly view: View;
  readonly plan: RunPlan;
  /** Reads its replies one at a time. Can be called again. */
  readonly replies: () => Iterable<CaseReply>;
}

export interface RunsPage {
  readonly view: RunsView;
  /** Reads the runs that have a folder one after another. Can be called again. */
  readonly runs: () => Iterable<PageRun>;
  readonly version: string;
  /** The address from which a server sends the rows of replies; absent for a file, which holds them. */
  readonly rowsAt?: string;
}
