/** A value with two digits behind the point, or none where it has three before it. */
export function shown({ value, unit }) {
  return `${value.toFixed(value >= 100 ? 0 : 2)} ${unit}`;
}

/** Whether a figure is as promised; null where nothing is. */
export function isKept({ value, most }) {
  return most === undefined ? null : value <= most;
}

/** What is promised of a figure and whether it is so, in words; empty where nothing is promised. */
export function promiseOf(figure) {
  const kept = isKept(figure);
  if (kept === null) return '';
  return `at most ${figure.most} ${figure.unit}: ${kept ? 'kept' : 'NOT KEPT'}`;
}

/** Figures for a terminal, one a line. */
export function printed(figures) {
  const width = Math.max(...figures.map(({ what }) => what.length));
  const line = (figure) => `${figure.what.padEnd(width)}  ${shown(figure).padStart(10)}   ${promiseOf(figure)}`;
  return figures.map((figure) => line(figure).trimEnd()).join('\n');
}
