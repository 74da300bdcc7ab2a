import { invisibleText } from '#library/traps/invisible-text.js';
import { isChatInText } from '#library/traps/text-traps.js';
import type { Place } from '#model/problem.js';
import type { PromptFile } from '../draft.js';
import type { FindingWords } from '../finding.js';
import type { ConfigFolder } from '../folder.js';
import type { BodyInput } from '../imported.js';
import type { TemplatePiece } from '../template/parse-template.js';
import { bodyOfPieces, fixedInput, type InputNames, variableInput } from '../template/template-body.js';
import { mediaIn } from './media.js';

/** What the reader of a prompt collects, and what it needs. */
export interface Content {
  readonly folder: ConfigFolder;
  readonly at: Place;
  /** Turns the pieces of a text into a text with eva's placeholders. */
  text(pieces: readonly TemplatePiece[]): string;
  /** Returns the name of an input that is a picture or a PDF. */
  file(variable: string): string;
  write(path: string, content: Buffer): string;
  note(effect: 'left_out' | 'noted', words: FindingWords): void;
  inputs(): readonly BodyInput[];
  writes(): readonly PromptFile[];
  hasBraces(): boolean;
}

interface Around {
  readonly folder: ConfigFolder;
  readonly at: Place;
  readonly names: InputNames;
  readonly note: Content['note'];
}

export function openContent({ folder, at, names, note }: Around): Content {
  const inputs = new Map<string, BodyInput>();
  const writes = new Map<string, Buffer>();
  let braces = false;
  const add = (input: BodyInput) => {
    if ((inputs.get(input.name)?.use ?? input.use) !== input.use)
      throw new RefusedPrompt(input.name, 'the prompt uses this variable as a text and as a file');
    inputs.set(input.name, input);
  };
  return {
    folder,
    at,
    note,
    text(pieces) {
      const body = bodyOfPieces(pieces, names);
      const { text, input, dropped } = cleanText(body.text, (fixed) => fixedInput(fixed, 'literal_start', names));
      if (dropped !== undefined) note('left_out', { what: dropped, reason: 'the prompt has invisible characters' });
      for (const one of [...body.inputs, ...(input ? [input] : [])]) add(one);
      braces ||= body.hasBraces;
      return text;
    },
    file(variable) {
      const input = fileInput(variableInput(variable, names));
      add(input);
      return input.name;
    },
    write(path, content) {
      const free = freePath(path, (one) => !(writes.get(one) ?? content).equals(content));
      writes.set(free, content);
      return free;
    },
    inputs: () => [...inputs.values()],
    writes: () => [...writes].map(([path, content]) => ({ path, content })),
    hasBraces: () => braces,
  };
}

/** Turns an input into that of a file: its value is a path, or a data URL that becomes a file. */
function fileInput(input: BodyInput): BodyInput {
  const read = (vars: Parameters<BodyInput['valueOf']>[0]) => {
    const value = input.valueOf(vars);
    return value?.kind === 'value' ? mediaIn(value.value, input.name) : value;
  };
  return {
    ...input,
    use: 'file',
    valueOf: (vars) => {
      const value = read(vars);
      return typeof value === 'string' ? undefined : value;
    },
    flawOf: (vars) => {
      const value = read(vars);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

function freePath(path: string, isTaken: (path: string) => boolean): string {
  const dot = path.lastIndexOf('.');
  let free = path;
  for (let number = 2; isTaken(free); number++) free = `${path.slice(0, dot)}-${number}${path.slice(dot)}`;
  return free;
}

/** The maximum size of a body, in bytes. */
const maxBytes = 1024 * 1024;

/**
 * Drops invisible characters (`dropped`: their names), and writes line ends as LF. `input` keeps eva from reading the text as a list of
 * messages. Throws `RefusedPrompt` for a text that is too large or has a NUL.
 */
function cleanText(written: string, fixed: (text: string) => BodyInput) {
  const whole = written.replaceAll('\r\n', '\n');
  if (Buffer.byteLength(whole) > maxBytes) throw new RefusedPrompt('prompt', 'it is larger than 1 MB');
  if (whole.includes('\0')) throw new RefusedPrompt('prompt', 'it has the character U+0000, which eva does not send');
  const hidden = invisibleText(whole);
  const text = hidden.reduceRight(
    (left, { start, characters }) => left.slice(0, start) + left.slice(start + characters.length),
    whole,
  );
  const dropped = hidden[0] && { dropped: hidden[0].names };
  if (!isChatInText(text)) return { text, input: undefined, ...dropped };
  const start = text.search(/\S/);
  const input = fixed(text.charAt(start));
  return { text: `${text.slice(0, start)}{{${input.name}}}${text.slice(start + 1)}`, input, ...dropped };
}

/** A prompt that is not carried over, with the reason as a clause, and what to do by hand. */
export class RefusedPrompt extends Error {
  constructor(
    /** The key, type or name of the part: `tool_calls`, `image_url`. */
    readonly what: string,
    readonly reason: string,
    readonly todo?: string,
  ) {
    super(reason);
  }
}
