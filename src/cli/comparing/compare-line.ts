import { compareLine } from '#model/pairs/comparison.js';
import { placeFlags } from '#report/stored/continuation.js';
import type { ItemsWord } from '#report/view/changed-pairs.js';
import type { CompareOptions } from '#run/compare/planned-comparison.js';
import { budgetOf } from '../evaluating/eval-options.js';
import type { Interrupt } from '../evaluating/interrupt.js';
import { type CommandPlace, userOf } from '../open-command.js';
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

export interface CompareWorld extends CommandPlace {
  readonly interrupt: Interrupt;
  readonly reports: OpenReports;
}

/** The prompt and the versions of a command line, with its flags. */
export interface CompareLine {
  readonly id: string;
  readonly versions: readonly string[];
  readonly flags: CompareFlags;
}

export function compareOptionsOf({ versions, flags }: CompareLine, { root, io }: CommandPlace): CompareOptions {
  const { model, case: cases, notWorseBy, replay, trust } = flags;
  return {
    ...{ root, env: io.env, user: userOf(io), words: versions, models: model, margin: notWorseBy, replay, trust },
    ...(cases.length > 0 && { cases }),
    budget: budgetOf(flags),
  };
}

/** Returns the command that makes the same comparison again: `eva compare summary main --not-worse-by 0.02`. */
export function commandOf({ id, versions, flags }: CompareLine): string {
  const { model: models, case: cases, notWorseBy: margin } = flags;
  const line = compareLine({ id, words: versions, models, cases, margin });
  return [line, ...placeFlags(flags)].join(' ');
}

/** Returns the command that resumes a comparison, with the flags that a resume cannot find by itself. */
export function resumeCommandOf(line: CompareLine): string {
  return [commandOf(line), '--resume', ...(line.flags.trust ? ['--trust'] : [])].join(' ');
}
