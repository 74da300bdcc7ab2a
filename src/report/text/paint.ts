export type Colour = (text: string) => string;

/** Colours as functions, so that a report knows nothing of terminals. */
export interface Paint {
  readonly bold: Colour;
  readonly dim: Colour;
  readonly red: Colour;
  readonly green: Colour;
  readonly yellow: Colour;
  readonly cyan: Colour;
}

const plain: Colour = (text) => text;

/** No colour at all: for files, pipes and NO_COLOR. */
export const plainPaint: Paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

/** What a report is written for: colours, and how many columns there are. */
export interface Screen {
  readonly paint: Paint;
  readonly width: number;
  /** Columns of the terminal as they are; `width` unless set. */
  readonly columns?: number;
  /** True for a terminal. In a file or pipe the first line of a problem stays whole, so that a search finds it. */
  readonly isTerminal?: boolean;
}

/** Columns that a report uses: what the screen has, within what reads well. */
export function usableWidth({ width }: Screen): number {
  return Math.max(40, Math.min(Math.floor(width) || 80, 100));
}

/** Columns that a result uses: all that a terminal has, up to 200, since wide ones show longer names and excerpts. */
export function resultWidth({ width, columns = width }: Screen): number {
  return Math.max(40, Math.min(Math.floor(columns) || 80, 200));
}
