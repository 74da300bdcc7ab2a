import { excerpt } from '../words/excerpt.js';

/** The kinds of annotations on GitHub. */
export type CommandName = 'error' | 'warning' | 'notice';

/** An annotation of a file on GitHub. Its texts are untrusted. */
export interface Annotation {
  readonly name: CommandName;
  readonly title: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** Escapes the message of a command, as the runner of GitHub undoes it. */
function escapeData(visible: string): string {
  return visible.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(visible: string): string {
  return escapeData(visible).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The maximum length of a title, in code points. */
const longestTitle = 200;

/** Renders an annotation as a command for the runner: `::error file=…,line=…,title=…::…`. */
export function commandText({ name, title, message, file, line }: Annotation): string {
  const properties = [
    ...(file === null ? [] : [`file=${escapeProperty(excerpt(file))}`]),
    ...(file === null || line === null ? [] : [`line=${line}`]),
    `title=${escapeProperty(excerpt(title, longestTitle))}`,
  ];
  return `::${name} ${properties.join(',')}::${escapeData(excerpt(message))}\n`;
}
