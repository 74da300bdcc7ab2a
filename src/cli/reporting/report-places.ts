import type { ReportTarget } from '#model/run/report-target.js';
import type { Report } from '#report/formats/report.js';
import type { Io } from '../io.js';
import type { Terminal } from '../output/terminal.js';

/** What a command reports, by prompt and whole. */
export interface ReportSource {
  /** The ids of its prompts, each once. */
  readonly ids: readonly string[];
  /** Returns the report of these prompts; of all without `ids`. */
  readonly of: (ids?: ReadonlySet<string>) => Report | Promise<Report>;
}

/** A report with the absolute path of its file. */
export interface PlacedReport extends ReportTarget {
  /** The folder that no symbolic link of the path may leave; absent if it may lead anywhere. */
  readonly within?: string;
  /** Set if it goes to standard error, since standard output has another report. */
  readonly isOnStderr?: true;
}

/** Where a command writes its reports. */
export interface ReportPlaces {
  readonly root: string;
  readonly terminal: Terminal;
  readonly io: Io;
}
