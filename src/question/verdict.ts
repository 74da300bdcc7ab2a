import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Tool } from '#model/reply/exchange.js';
import type { VerdictWord } from './fold.js';

/** The form of a verdict: a tool call, or the last line of a text. */
export type VerdictForm = 'tool' | 'text';

/** A kind of question to a judge: its possible values, its tool and its line of text. */
export interface VerdictKind<T extends number | string> {
  readonly word: Exclude<VerdictWord, 'REASON'>;
  readonly tool: Tool;
  /** The placeholder of the value where the prompt explains the line. */
  readonly placeholder: string;
  /** The allowed values in words, for messages. */
  readonly meaning: string;
  /** Source of a pattern that matches anything in folded text that could be read as a value. */
  readonly valueLike: string;
  /** Returns the value of a tool's argument; undefined if the argument is not exactly an allowed value. */
  readonly fromJson: (value: JsonValue | undefined) => T | undefined;
  /** Returns the value of a word; undefined if the word is not exactly an allowed value. */
  readonly fromText: (text: string) => T | undefined;
}

/** Returns the kind of verdict that is a whole number on a scale. */
export function scoreVerdict({ min, max }: { readonly min: number; readonly max: number }): VerdictKind<number> {
  const onScale = (value: number) => (Number.isInteger(value) && value >= min && value <= max ? value : undefined);
  return {
    word: 'SCORE',
    tool: {
      name: 'verdict',
      description: 'Hands in the verdict: the reason first, then the score.',
      input_schema: schemaOf('score', { type: 'integer', minimum: min, maximum: max }),
    },
    placeholder: `whole number from ${min} to ${max}`,
    meaning: `a whole number from ${min} to ${max}`,
    valueLike: '[-+\u2212]?\\p{N}',
    fromJson: (value) => (typeof value === 'number' ? onScale(value) : undefined),
    fromText: (text) => (/^(?:0|-?[1-9][0-9]{0,8})$/.test(text) ? onScale(Number(text)) : undefined),
  };
}

/** The kind of verdict that is yes or no. */
export const decisionVerdict: VerdictKind<'YES' | 'NO'> = {
  word: 'DECISION',
  tool: {
    name: 'decision',
    description: 'Hands in the decision: the reason first, then YES or NO.',
    input_schema: schemaOf('decision', { type: 'string', enum: ['YES', 'NO'] }),
  },
  placeholder: 'YES|NO',
  meaning: 'YES or NO',
  valueLike: '(?:YES|NO)(?!\\p{L})',
  fromJson: yesOrNo,
  fromText: yesOrNo,
};

function yesOrNo(value: JsonValue | undefined): 'YES' | 'NO' | undefined {
  return value === 'YES' || value === 'NO' ? value : undefined;
}

/** Returns the schema of a verdict's tool. The reason comes first, so that the model writes it before it decides. */
function schemaOf(field: string, value: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { reason: { type: 'string', description: 'One sentence.' }, [field]: value },
    required: ['reason', field],
    additionalProperties: false,
  };
}
