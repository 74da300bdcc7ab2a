import { join } from 'node:path';
import { hasText, isPresent, type Placed, placeFile, placePrompt } from '../placing.js';
import { schemaLine } from '../schema-line.js';
import { type ChosenModels, defaultsText } from '../texts.js';
import type { LibraryPlace } from './inspect-place.js';
import { recordSample, sampleFiles, sampleId } from './sample-prompt.js';

/** Whether the sample prompt passes with its recordings; null if it was left out. */
export type SampleOutcome = 'passes' | 'differs' | null;

/** Adds the sample prompt to a library without prompts, and the recordings that it lacks. */
export async function placeSample(
  { root, hasPrompts, config }: LibraryPlace,
  { model, judge }: ChosenModels,
  files: Placed[],
): Promise<SampleOutcome> {
  const dir = `prompts/${sampleId}`;
  const needed = config && {
    ...(config.model === undefined && { model }),
    ...(config.judge === undefined && { judge }),
  };
  const texts = Object.entries(sampleFiles(schemaLine(join(root, dir), 'eval'), defaultsText(needed ?? {})));
  const isThere = isPresent(root, dir, 'directory');
  if (!isThere && hasPrompts) return null;
  const fill = (path: string) => {
    for (const [name, text] of texts) placeFile(path, name, text);
  };
  const isNew = !isThere && placePrompt(root, sampleId, fill);
  if (!isNew && !texts.every(([name, text]) => hasText(root, `${dir}/${name}`, text))) return null;
  files.push(...texts.map(([name]) => ({ file: `${dir}/${name}`, outcome: isNew ? 'created' : 'kept' }) as const));
  const file = `${dir}/recordings.jsonl`;
  if (isPresent(root, file, 'file')) {
    files.push({ file, outcome: 'kept' });
    return 'passes';
  }
  const passes = await recordSample(root);
  files.push({ file, outcome: 'created' });
  return passes ? 'passes' : 'differs';
}
