import type { Place, Problem } from '#model/problem.js';
import { plural } from './text/numbers.js';
import { hintAsCalled, justified, painted, type Screen, spanWidth, usableWidth } from './text/screen.js';
import { markedLine, visible, visibleLines, wrap } from './text/visible.js';

/** Renders problems as code frames, sorted by file and line, and a final count if there are several. Empty without problems. */
export function renderProblems(problems: readonly Problem[], screen: Screen): string {
  if (problems.length === 0) return '';
  const closing = problems.length > 1 ? [countProblems(problems)] : [];
  return `${[...problemBlocks(problems, screen), ...closing].join('\n\n')}\n`;
}

/** Renders problems as an error message. Several begin with their count, since tools often show only the first line. No final newline. */
export function problemsMessage(problems: readonly Problem[], screen: Screen): string {
  const opening = problems.length > 1 ? [countBySeverity(problems) + whereInWords(problems)] : [];
  return [...opening, ...problemBlocks(problems, screen)].join('\n\n');
}

function problemBlocks(problems: readonly Problem[], screen: Screen): readonly string[] {
  return [...problems.map((entry) => hintAsCalled(entry, screen))]
    .sort(comparePlaces)
    .map((entry) =>
      [
        ...headline(entry, screen),
        ...body(entry, screen),
        ...(entry.paste === undefined ? [] : ['', ...visibleLines(entry.paste)]),
      ].join('\n'),
    );
}

/** Renders the places of problems: ` in ScenarioTest "Support" and SigmaEval`; empty if there are many, or if one has no place. */
function whereInWords(problems: readonly Problem[]): string {
  const files = [...new Set(problems.map(({ at }) => at?.file))];
  return files.includes(undefined) || files.length > 3
    ? ''
    : ` in ${files.map((file) => visible(String(file))).join(' and ')}`;
}

function countProblems(problems: readonly Problem[]): string {
  const files = new Set(problems.flatMap(({ at }) => (at && at.property === undefined ? [at.file] : []))).size;
  const more = problems.some(isRest) ? ', and more' : '';
  return countBySeverity(problems) + (files > 0 ? ` in ${plural(files, 'file')}` : '') + more;
}

export function countBySeverity(problems: readonly Problem[]): string {
  const listed = problems.filter((entry) => !isRest(entry));
  const warnings = listed.filter((one) => one.severity === 'warning').length;
  const errors = listed.length - warnings;
  const counts = [
    ...(errors > 0 ? [plural(errors, 'problem')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ];
  return counts.join(' and ');
}

/** Returns true for the entry "and 150 more problems", which is not a problem itself. */
function isRest({ code }: Problem): boolean {
  return code === 'EVA_MORE_PROBLEMS';
}

function comparePlaces(a: Problem, b: Problem): number {
  const [fileA, fileB] = [a.at?.file ?? '', b.at?.file ?? ''];
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (
    Number(isRest(a)) - Number(isRest(b)) ||
    (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
    (a.at?.column ?? 0) - (b.at?.column ?? 0)
  );
}

function headline({ at, severity, message }: Problem, screen: Screen): string[] {
  const { paint } = screen;
  const spans = [
    ...(at ? [{ text: visible(placeOf(at)), colour: paint.bold }, { text: '  ' }] : []),
    ...(severity === 'warning' ? [{ text: 'warning:', colour: paint.yellow }, { text: ' ' }] : []),
  ];
  const start = spans.map(({ text }) => text).join('');
  const text = start + visible(message);
  const indent = '    ';
  const lines = screen.isTerminal === true ? wrap(text, usableWidth(screen) - indent.length) : [text];
  return lines.map((line, i) => {
    if (i > 0) return indent + line;
    return line.startsWith(start) ? painted(spans) + line.slice(start.length) : line;
  });
}

function placeOf({ file, line, column, property }: Place): string {
  if (property !== undefined) return property === '' ? file : `${file}: ${property}`;
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

function body(entry: Problem, screen: Screen): string[] {
  const { line, column, source, length = 1 } = entry.at ?? {};
  if (line === undefined || source === undefined) return hintBesideCode(' ', entry, screen);
  const label = String(line).padStart(3);
  const gutter = `${' '.repeat(label.length)} |`;
  const mark = column === undefined ? undefined : { start: column - 1, end: column - 1 + length };
  const { source: shown, carets } = markedLine(source, mark, usableWidth(screen) - gutter.length - 1);
  const below = carets === '' ? hintBesideCode(gutter, entry, screen) : caretLine(gutter, carets, entry, screen);
  return [`${screen.paint.dim(`${label} |`)} ${shown}`.trimEnd(), ...below];
}

/** Renders carets, hint and code on one line if they fit. If not, moves the hint below, and also the code if necessary. */
function caretLine(gutter: string, carets: string, entry: Problem, screen: Screen): string[] {
  const { paint } = screen;
  const width = usableWidth(screen);
  const colour = entry.severity === 'warning' ? paint.yellow : paint.red;
  const marked = [
    { text: `${gutter} `, colour: paint.dim },
    { text: carets, colour },
  ];
  const code = [{ text: visible(entry.code), colour: paint.dim }];
  const hint = entry.hint === undefined ? [] : [{ text: `  ${visible(entry.hint)}` }];
  if (spanWidth([...marked, ...hint, ...code]) + 2 <= width) return [justified([...marked, ...hint], code, width)];
  if (spanWidth([...marked, ...code]) + 2 > width) return [painted(marked), ...hintBesideCode(gutter, entry, screen)];
  const lines = wrap(visible(entry.hint ?? ''), width - gutter.length - 3);
  return [
    justified(marked, code, width),
    ...lines.map((text, i) => `${paint.dim(gutter)} ${i === 0 ? '=' : ' '} ${text}`),
  ];
}

function hintBesideCode(gutter: string, entry: Problem, screen: Screen): string[] {
  const { paint } = screen;
  const width = usableWidth(screen);
  const code = [{ text: visible(entry.code), colour: paint.dim }];
  const lines = wrap(visible(entry.hint ?? ''), Math.max(20, width - gutter.length - 1));
  const spans = lines.map((text) => [{ text: `${gutter} `, colour: paint.dim }, { text }]);
  const last = spans.at(-1) ?? [];
  const isRoom = spanWidth([...last, ...code]) + 2 <= width;
  const before = isRoom ? spans.slice(0, -1) : spans;
  return [...before.map(painted), justified(isRoom ? last : [{ text: gutter, colour: paint.dim }], code, width)];
}
