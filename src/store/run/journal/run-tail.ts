import { join } from 'node:path';
import { takeLine } from '../../files/jsonl.js';
import { storedFlaw } from '../documents/stored-flaw.js';
import { journalPath } from './journal-scan.js';
import { LineTail } from './line-tail.js';
import { isReplyLine } from './read-journal.js';
import { type GradedTrialLine, takeTrial } from './trial-log.js';

/** The progress of a run since the last look. */
export interface RunProgress {
  /** The number of replies that came. */
  readonly replies: number;
  readonly trials: readonly GradedTrialLine[];
  /** True if the run was resumed, so that its trials come again from the first one. */
  readonly isRestarted: boolean;
  /** True if there may be more to read at once. */
  readonly isMore: boolean;
}

/** Follows the journal and the trials of a run that another process works on. */
export class RunTail {
  readonly #journal: LineTail;
  readonly #trials: LineTail;

  constructor(dir: string) {
    this.#journal = new LineTail(journalPath(dir));
    this.#trials = new LineTail(join(dir, 'trials.jsonl'));
  }

  /** Reads a further part. Leaves out damaged lines. Long messages stay digests. Throws EVA_DISK, EVA_ODD_FILE. */
  read(): RunProgress {
    const [journal, trials] = [this.#journal.read(), this.#trials.read()];
    return {
      replies: journal.lines.filter(isReplyLine).length,
      trials: trials.lines.flatMap(trialsIn),
      isRestarted: trials.isRestarted,
      isMore: journal.isMore || trials.isMore,
    };
  }

  close(): void {
    this.#journal.close();
    this.#trials.close();
  }
}

function trialsIn(line: Buffer): readonly GradedTrialLine[] {
  const taken = takeLine(line, takeTrial);
  return 'value' in taken && storedFlaw('gradedTrial', taken.value) === null ? [taken.value] : [];
}
