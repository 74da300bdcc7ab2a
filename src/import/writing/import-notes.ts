import type { Place } from '#model/problem.js';
import { tableHead, tableRow } from '#report/formats/markdown-blocks.js';
import { visible } from '#report/text/visible.js';
import { plural } from '#report/view/reasons.js';
import type { Finding } from '../finding.js';

/** The facts of an import for its notes. */
export interface NotesOf {
  readonly config: string;
  readonly outcome: 'full' | 'mostly';
  readonly prompts: readonly string[];
  readonly tests: { readonly found: number; readonly carried: number };
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly findings: readonly Finding[];
  readonly code: readonly CopiedCode[];
}

/** A file with copied code, relative to the library, and where it was copied from. */
export interface CopiedCode {
  readonly file: string;
  readonly from: readonly Place[];
}

const sections: readonly (readonly [effect: Finding['effect'], title: string, intro: string])[] = [
  ['left_out', 'Left out', 'These parts are not in the result. Do what the last column says, or leave it.'],
  ['replaced', 'Replaced', 'Something near to these parts is in the result: compare the meaning.'],
  ['noted', 'Notes', 'These parts change no verdict, have another form, or tell of a default that differs.'],
];

/** Renders untrusted text as a code span, whatever backticks and bars it has. The text is shortened. */
function code(text: string, most = 300): string {
  const shown = visible(text.length > most ? `${text.slice(0, most)}…` : text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ +$|^$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Renders a clause: names in backticks and odd characters, which a configuration may have written, become code spans. */
function words(text: string): string {
  const parts = visible(text.slice(0, 1000)).split(/(`[^`]*`)/);
  return parts
    .map((part) =>
      /^[\w ,;:.()'=/+-]*$/.test(part) ? part : part.startsWith('`') ? code(part.slice(1, -1)) : code(part),
    )
    .join('');
}

/** Renders IMPORT.md: everything of a configuration that is not carried over as it is, as Markdown. */
export function importNotes({ config, outcome, prompts, tests, assertions, findings, code: copied }: NotesOf): string {
  const counts = `${tests.carried} of ${plural(tests.found, 'test')} and ${assertions.carried} of ${plural(assertions.found, 'assertion')}`;
  const opening = [
    `# Imported from ${code(config)}`,
    '',
    outcome === 'full' ? `Everything is carried over: ${counts}.` : `Most of it is carried over: ${counts}.`,
    '',
    `Prompts: ${prompts.map((id) => code(id)).join(', ')}. No code was executed. You may delete this file.`,
    '',
  ];
  return `${opening.join('\n')}${sections.map((one) => sectionText(one, findings)).join('')}${codeText(copied)}`;
}

function codeText(copied: readonly CopiedCode[]): string {
  if (copied.length === 0) return '';
  const rows = copied.flatMap(({ file, from }) => from.map((at) => tableRow([code(placeText(at)), code(file)])));
  return `\n## Code\n\nThis code was copied and not executed. Read it, and let it run with \`eva trust\`.\n\n${tableHead(['where', 'copied to'])}${rows.join('')}`;
}

function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

function sectionText([effect, title, intro]: (typeof sections)[number], findings: readonly Finding[]): string {
  const own = findings.filter((one) => one.effect === effect);
  if (own.length === 0) return '';
  const rows = own.map(({ at, kind, what, reason, todo }) => {
    return tableRow([code(placeText(at)), kind, code(what), words(reason), todo === undefined ? '' : words(todo)]);
  });
  return `\n## ${title}\n\n${intro}\n\n${tableHead(['where', 'part', 'name', 'why', 'what to do'])}${rows.join('')}`;
}
