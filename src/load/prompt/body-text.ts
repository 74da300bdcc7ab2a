import { problem } from '#errors/index.js';
import type { Loaded } from '#model/problem.js';
import type { PlacedBodyText } from '#model/prompt.js';
import type { InsidePath } from '../source/inside-root.js';
import { maxYamlBytes, readText } from '../source/read-file.js';
import { pieceOfFile } from '../traps/text-traps.js';

/** Reads a text of a body, with LF as line ends. Problems: those of `readText`, EVA_BLANK_BODY, EVA_BAD_CHARACTER for U+0000. */
export function readBodyText({ path, file }: InsidePath): Loaded<PlacedBodyText> {
  const { value: text, problems } = readText(path, file, maxYamlBytes);
  if (text === null) return { value: null, problems };
  if (text.trim() === '')
    return {
      value: null,
      problems: [problem('EVA_BLANK_BODY', 'the file is blank', { hint: 'write the prompt into it', at: { file } })],
    };
  const body = pieceOfFile(text.replaceAll('\r\n', '\n'), file);
  const nul = body.text.indexOf('\0');
  if (nul < 0) return { value: body, problems: [] };
  return { value: null, problems: [problem('EVA_BAD_CHARACTER:body', null, { at: body.place(nul, nul + 1) })] };
}
