import { code, tableHead, tableRow } from '#reporters/markdown/inert.js';
import type { Finding } from '../finding.js';

/** The facts of an import for its notes. */
export interface NotesOf {
  readonly config: string;
  readonly outcome: 'full' | 'mostly';
  readonly prompts: readonly string[];
  readonly tests: { readonly found: number; readonly carried: number };
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly findings: readonly Finding[];
}

const sections: readonly (readonly [effect: Finding['effect'], title: string, intro: string])[] = [
  ['left_out', 'Left out', 'These parts are not in the result. Do what the last column says, or leave it.'],
  ['replaced', 'Replaced', 'Something near to these parts is in the result: compare the meaning.'],
  ['noted', 'Notes', 'These parts change no verdict, or only have another form.'],
];

/** Renders IMPORT.md: everything of a configuration that is not carried over as it is, as Markdown. */
export function importNotes({ config, outcome, prompts, tests, assertions, findings }: NotesOf): string {
  const counts = `${tests.carried} of ${tests.found} tests and ${assertions.carried} of ${assertions.found} assertions`;
  const opening = [
    `# Imported from ${code(config)}`,
    '',
    outcome === 'full' ? `Everything is carried over: ${counts}.` : `Most of it is carried over: ${counts}.`,
    '',
    `Prompts: ${prompts.map((id) => code(id)).join(', ')}. No code was executed. You may delete this file.`,
    '',
  ];
  return `${opening.join('\n')}${sections.map((one) => sectionText(one, findings)).join('')}`;
}

function sectionText([effect, title, intro]: (typeof sections)[number], findings: readonly Finding[]): string {
  const own = findings.filter((one) => one.effect === effect);
  if (own.length === 0) return '';
  const rows = own.map(({ at, kind, what, reason, todo }) => {
    const place = at.line === undefined ? at.file : `${at.file}:${at.line}`;
    return tableRow([
      code(place, 200),
      kind,
      code(what, 200),
      code(reason, 1000),
      todo === undefined ? '' : code(todo, 400),
    ]);
  });
  return `\n## ${title}\n\n${intro}\n\n${tableHead(['where', 'part', 'name', 'why', 'what to do'])}${rows.join('')}`;
}
