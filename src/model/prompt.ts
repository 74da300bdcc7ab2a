import type { Place } from './problem.js';
import type { MediaPath, MediaType } from './reply/exchange.js';

export const statuses = ['draft', 'tested', 'ready'] as const;
export type Status = (typeof statuses)[number];

/** One variable of a prompt. `default` is used if a case gives no value. */
export interface PromptInput {
  readonly name: string;
  readonly required: boolean;
  readonly default?: string;
  readonly description?: string;
  /** True if meta.yml has no list of inputs, and the body uses this one. */
  readonly isImplied?: true;
  readonly at?: Place;
}

/** The conditions for a prompt's next status. */
export interface PromotionRules {
  /** Default: 0. */
  readonly min_uses?: number;
  /** Default: true. */
  readonly require_eval?: boolean;
  /** Default: no limit. */
  readonly max_age_days?: number;
  /** Default: no limit. */
  readonly max_failed_runs?: number;
  readonly servers?: 'any' | 'official';
  /** `corrected` decides attempt j at significance_level / (j (j + 1)). Default: `named`. */
  readonly tries?: 'named' | 'corrected';
}

/** The texts that the trigger judge sees. It does not see the body. */
export interface Routing {
  /** `description` of meta.yml, or its `summary` if there is none. */
  readonly description: string;
  readonly triggers: readonly string[];
  readonly not_for: readonly string[];
}

/** The body of a prompt: one text with placeholders, or the messages of messages.yml. */
export type Body = string | readonly BodyMessage[];

/** A message of messages.yml, with the text of `content_from`. Its texts have placeholders. */
export interface BodyMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly BodyPart[];
}

/** A text, a file, or the input whose value is the path of a file. */
export type BodyPart = { readonly text: string } | { readonly file: MediaPath | { readonly input: string } };

/** A text in a file of a prompt. */
export interface PlacedBodyText {
  readonly text: string;
  /** Returns the place of a part of the text. Offsets are UTF-16 units. */
  readonly place: (start: number, end: number) => Place;
}

/** An input that a message takes as a file: its value is the path. */
export interface FileInput {
  readonly name: string;
  /** The type that the file must have. */
  readonly media_type?: MediaType;
  readonly at: Place;
}

/** Where the parts of a body, or the messages of a case, are written. */
export interface BodyPlaces {
  /** The texts, in the order of `bodyTexts`. */
  readonly texts: readonly PlacedBodyText[];
  readonly files: readonly FileInput[];
  /** The place of the role of each message; empty for a text. */
  readonly roles: readonly Place[];
}

export interface Prompt {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly status: Status;
  readonly version: string;
  readonly created: string;
  readonly updated: string;
  readonly model?: string;
  /** `description` as written, absent if the file has none. */
  readonly description?: string;
  readonly inputs: readonly PromptInput[];
  readonly routing: Routing;
  /** The rules of meta.yml. Once the library is read, missing keys come from eva.yml. */
  readonly promotion: PromotionRules;
  /** `literal`: braces of other template languages are meant as they are. */
  readonly braces?: 'literal';
  /** Texts are without BOM, and CRLF is replaced by LF. */
  readonly body: Body;
  /** The name of the body's file: `prompt.xml`, `prompt.md`, `prompt.txt` or `messages.yml`. */
  readonly body_file: string;
  readonly body_places: BodyPlaces;
  /** Absolute path of the prompt's directory. */
  readonly dir: string;
  /** The places of the keys of meta.yml, for problems that are found later. */
  readonly places: Readonly<Record<string, Place>>;
}

/** Returns the inputs that meta.yml declares. */
export function declaredInputs({ inputs }: Pick<Prompt, 'inputs'>): readonly PromptInput[] {
  return inputs.filter(({ isImplied }) => !isImplied);
}

/** Returns the texts of a body that have placeholders, in order. */
export function bodyTexts(body: Body): readonly string[] {
  if (typeof body === 'string') return [body];
  return body.flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.flatMap((part) => ('text' in part ? [part.text] : [])),
  );
}

/** Returns the text of a body: of several messages, their texts with a blank line between them. */
export function bodyText(body: Body): string {
  return bodyTexts(body).join('\n\n');
}
