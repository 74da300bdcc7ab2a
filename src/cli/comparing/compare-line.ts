import { placeFlags } from '#report/stored/continuation.js';
import type { ItemsWord } from '#report/view/changed-pairs.js';
import type { PlannedComparison } from '#run/compare/planned-comparison.js';
import type { Interrupt } from '../evaluating/interrupt.js';
import type { CommandPlace } from '../open-command.js';
import type { ReportOptions } from '../reporting/report-flags.js';
import type { OpenReports } from '../reporting/write-reports.js';

export interface CompareFlags extends Pick<ReportOptions, 'report' | 'json' | 'github'> {
  readonly root?: string;
  readonly runs?: string;
  readonly model: readonly string[];
  readonly case: readonly string[];
  readonly notWorseBy?: number;
  readonly items?: ItemsWord;
  readonly plan?: boolean;
  readonly resume?: boolean;
  readonly replay?: boolean;
  readonly allowShortBudget?: boolean;
  readonly maxCalls?: number;
  readonly maxCost?: number;
  readonly full?: boolean;
  readonly trust?: boolean;
}

/** The place of a comparison, its flags, and what it writes. */
export interface CompareWorld extends CommandPlace {
  readonly flags: CompareFlags;
  readonly interrupt: Interrupt;
  readonly reports: OpenReports;
}

/** Returns the command that makes the same comparison again: `eva compare summary main --not-worse-by 0.02`. */
export function commandOf({ command }: PlannedComparison, flags: CompareFlags): string {
  return [command, ...placeFlags(flags)].join(' ');
}

/** Returns the command that resumes a comparison, with the flags that a resume cannot find by itself. */
export function resumeCommandOf(planned: PlannedComparison, flags: CompareFlags): string {
  return [commandOf(planned, flags), '--resume', ...(flags.trust ? ['--trust'] : [])].join(' ');
}
