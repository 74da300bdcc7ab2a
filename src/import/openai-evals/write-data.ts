import { maxItemBytes } from '#dataset/source.js';
import type { ArrangedCase, ArrangedPrompt } from './arrange.js';
import { type Ideal, type Sample, textsOf } from './sample.js';

/** Collects the lines of a data file. */
export interface DataFile {
  readonly path: string;
  /** Adds a sample. Returns false, and adds nothing, if eva could not read its line. */
  add(sample: Sample): boolean;
  content(): Buffer;
}

const chunkLength = 1_000_000;

export function openDataFile(prompt: ArrangedPrompt, of: ArrangedCase, isJson: boolean): DataFile {
  const chunks: Buffer[] = [];
  let lines: string[] = [];
  let length = 0;
  const flush = () => {
    chunks.push(Buffer.from(lines.join('')));
    lines = [];
    length = 0;
  };
  return {
    path: of.file,
    add(sample) {
      const line = lineOf(prompt, of, { sample, isJson });
      if (line.length > maxItemBytes / 4 && Buffer.byteLength(line) > maxItemBytes) return false;
      lines.push(`${line}\n`);
      length += line.length;
      if (length > chunkLength) flush();
      return true;
    },
    content() {
      flush();
      return Buffer.concat(chunks);
    },
  };
}

/** Writes a sample as an item: its id, the texts that the prompt lacks, the right answers, and all its other keys. */
function lineOf(
  { idField, hasOwnIds, idealFields }: ArrangedPrompt,
  { fields, counted }: ArrangedCase,
  { sample, isJson }: { readonly sample: Sample; readonly isJson: boolean },
): string {
  const texts = textsOf(sample.messages);
  const entries = new Map([
    ...(hasOwnIds ? [] : [[idField, JSON.stringify(`line-${sample.line}`)] as const]),
    ...fields.flatMap((field, at) => (field === null ? [] : [[field, JSON.stringify(texts[at] ?? '')] as const])),
    ...sample.others,
  ]);
  for (const [at, field] of idealFields.entries()) {
    if (sample.ideal) entries.set(field, answerOf(sample.ideal, at, { isJson, isList: counted.hasLists }));
  }
  return `{${Array.from(entries, ([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/** Writes the right answer of a field. A sample with fewer answers than fields has its last one again. */
function answerOf(
  { answers }: Ideal,
  at: number,
  { isJson, isList }: { readonly isJson: boolean; readonly isList: boolean },
): string {
  if (isJson) return answers[at] ?? answers.at(-1) ?? 'null';
  const texts = answers.map((text) => JSON.stringify(text));
  return isList ? `[${texts.join(',')}]` : (texts[0] ?? '""');
}
