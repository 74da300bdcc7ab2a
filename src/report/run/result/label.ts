import { resultWidth, type Screen } from '../../text/paint.js';

const indent = 5;
const labelWidth = 8;

/** Renders lines with a label before the first one. */
export function labelled(label: string, lines: readonly string[], { paint }: Screen): string[] {
  return lines.map((line, i) =>
    `${' '.repeat(indent)}${paint.dim((i === 0 ? label : '').padEnd(labelWidth))}${line}`.trimEnd(),
  );
}

export function roomBesideLabel(screen: Screen): number {
  return resultWidth(screen) - indent - labelWidth;
}
