import { count, plural } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { visible } from '../../text/visible.js';
import { wrap } from '../../text/wrap.js';

/** The items of a case that options select. */
export interface ItemSelection {
  readonly selected: number;
  /** The number of items that were asked, of the chosen slices. */
  readonly of: number;
  /** The chosen slices: `language=nl`. */
  readonly slices: readonly string[];
  /** True if items that passed are left out. */
  readonly failed: boolean;
  readonly flaky: boolean;
  /** Answers to each item. */
  readonly draws: number;
}

/** Renders how many items are selected: `12 of 69 items (language=nl), those that did not pass: --all shows every one`. */
export function selectionLines(selection: ItemSelection, screen: Screen): string[] {
  return wrap(visible(selectionText(selection)), resultWidth(screen) - 3).map((line) => `   ${screen.paint.dim(line)}`);
}

function selectionText({ selected, of, slices, failed, flaky, draws }: ItemSelection): string {
  if (flaky && draws === 1) return 'each item was asked once: draws: 2 in the case shows which answers differ';
  const ofSlices = slices.length === 0 ? '' : ` (${slices.join(', ')})`;
  if (flaky) return `${count(selected)} of ${plural(of, 'item')}${ofSlices}, those with right and wrong answers`;
  if (failed) {
    const hint = selected < of ? ': --all shows every one' : '';
    return `${count(selected)} of ${plural(of, 'item')}${ofSlices}, those that did not pass${hint}`;
  }
  return selected === of
    ? `all ${plural(of, 'item')}${ofSlices}`
    : `${count(selected)} of ${plural(of, 'item')}${ofSlices}`;
}
