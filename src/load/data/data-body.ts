import type { Loaded, Place } from '#model/problem.js';
import type { BodyMessage, Prompt } from '#model/prompt.js';
import { MediaFiles } from '../prompt/media.js';
import { readMessages } from '../prompt/messages.js';
import { checkShape } from '../source/document.js';
import type { Path } from '../source/place.js';
import { dataSource } from './data-source.js';

/** The system prompt of a program, with the messages that open each conversation. The places are absent for a text. */
export type DataBody = Pick<Prompt, 'body'> & Partial<Pick<Prompt, 'body_places'>>;

/** Reads a prompt that a program gives: a text, or messages by the rules of messages.yml, without files. */
export function bodyFromData(given: unknown, place: (path: Path) => Place): Loaded<DataBody> {
  if (typeof given === 'string') return { value: { body: given }, problems: [] };
  const data = dataSource(given, place);
  if (!data.value) return { value: null, problems: data.problems };
  const document = checkShape('messages', data.value, data.problems);
  const { source } = document;
  if (!source) return { value: null, problems: document.problems };
  const problems = [...document.problems];
  const report = (found: typeof document.problems) => problems.push(...found);
  const read = readMessages({ folder: null, source, document, hidden: 'none', media: new MediaFiles(), report }, []);
  // The schema of messages.yml allows no references, which are the only difference.
  return { value: read && { body: read.messages as readonly BodyMessage[], body_places: read.places }, problems };
}
