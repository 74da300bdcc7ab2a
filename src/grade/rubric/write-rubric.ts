import type { BehaviorSpec, RubricLevels } from '#model/case/grader.js';
import { levelsOf, rubricFlaws } from '#model/case/rubric.js';
import type { BehaviorJudge, ModelSettings, Scale } from '#model/case/settings.js';
import type { JsonObject } from '#model/data/json.js';
import type { Reply } from '#model/reply/exchange.js';
import { oneLine } from '#model/text/quoted.js';
import { type Answered, type Asking, askQuestion, type Unreadable } from '#provider/question/ask.js';
import { fold, lettersOf } from '#provider/question/fold.js';
import { stopProblem, type VerdictForm } from '#provider/question/verdict.js';
import type { MissingRubric } from './missing-rubrics.js';
import { fieldOf, lineStartOf, rubricPrompt, rubricToolName } from './rubric-prompt.js';

/** The least `max_tokens` of a request for a rubric. */
const leastTokens = 4096;

/** Returns the settings of a request for a rubric: those of the judge, with enough tokens for all levels. */
export function rubricSettings({ scale: _scale, votes: _votes, ...settings }: BehaviorJudge): ModelSettings {
  return { ...settings, max_tokens: Math.max(settings.max_tokens, leastTokens) };
}

/**
 * Asks the judge what each level means, and a second time if the first reply cannot be read. Throws `NoReply` if the judge gave no reply.
 */
export function writeRubric(missing: MissingRubric, deps: Asking): Promise<Answered<WrittenLevels>> {
  return askQuestion<WrittenLevels>(
    {
      case: missing.case,
      role: 'rubric',
      trial: 0,
      turn: 0,
      vote: 0,
      settings: rubricSettings(missing.judge),
      compose: (form: VerdictForm, nonce: string) => rubricPrompt(missing, form, nonce),
      read: (reply, form) => readRubric(reply, form, missing),
    },
    deps,
  );
}

/** A rubric that a model wrote. */
interface WrittenLevels {
  readonly levels: RubricLevels;
}

/** Pattern that matches anything in folded text that could be read as the beginning of a level. */
const levelLike = /LEVEL[\s\u200b_*`"']*[-+\u2212]?\p{N}+[\s\u200b*`"']*[:=]/gu;

/**
 * Reads a rubric strictly: a tool call with exactly one text for each level, or one line for each level in order and none after
 * them. Refuses levels that occur in the text of the behaviour, since the model may have copied them.
 */
export function readRubric(
  reply: Reply,
  form: VerdictForm,
  { text: behavior, judge }: Pick<BehaviorSpec, 'text' | 'judge'>,
): WrittenLevels | Unreadable {
  const stopped = stopProblem(reply.stop, 'write a rubric');
  if (stopped) return { unreadable: stopped };
  const read = form === 'tool' ? levelsOfCall(reply.tool_input, judge.scale) : levelsOfText(reply, judge.scale);
  if ('unreadable' in read) return read;
  const [flaw] = rubricFlaws(read.levels, judge.scale);
  if (flaw) return { unreadable: `level ${flaw.level} ${flaw.flaw}` };
  const copied = levelsOf(judge.scale).find((level) => isIn(behavior, level, read.levels[level] ?? ''));
  if (copied !== undefined) return { unreadable: `level ${copied} is one that stands in the text of the behaviour` };
  return { levels: withSingleBlanks(read.levels) };
}

/** Collapses white space, as the reader of rubrics.yml does. */
function withSingleBlanks(levels: RubricLevels): RubricLevels {
  return Object.fromEntries(Object.entries(levels).map(([level, text]) => [level, oneLine(text)]));
}

function levelsOfCall(input: JsonObject | undefined, scale: Scale): { readonly levels: RubricLevels } | Unreadable {
  if (!input) return { unreadable: `it did not call the tool "${rubricToolName}"` };
  const levels = levelsOf(scale);
  const unknown = Object.keys(input).find((key) => !levels.some((level) => fieldOf(level) === key));
  if (unknown !== undefined) return { unreadable: `its call of "${rubricToolName}" holds more than the levels` };
  const given = levels.filter((level) => Object.hasOwn(input, fieldOf(level)));
  return textsOnly(given.map((level) => [level, input[fieldOf(level)]]));
}

function levelsOfText({ stop, text }: Reply, scale: Scale): { readonly levels: RubricLevels } | Unreadable {
  if (stop !== 'end') return { unreadable: 'it called a tool where a text was asked for' };
  const levels = levelsOf(scale);
  const starts = [...fold(text).text.matchAll(levelLike)].length;
  if (starts > levels.length) return { unreadable: `its reply holds ${starts} levels, not ${levels.length}` };
  const lines = linesFrom(text, lineStartOf(levels[0] ?? ''));
  const isInOrder =
    lines.length === levels.length && lines.every((line, at) => line.startsWith(lineStartOf(levels[at] ?? '')));
  if (!isInOrder) return { unreadable: 'its reply does not end with one line for each level, in order' };
  return textsOnly(levels.map((level, at) => [level, lines[at]?.slice(lineStartOf(level).length)]));
}

/** Returns the non-blank lines from the first one that begins with `start`. Only LF ends a line. */
function linesFrom(text: string, start: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = lines.findIndex((line) => line.startsWith(start));
  return first === -1 ? [] : lines.slice(first);
}

function textsOnly(levels: readonly (readonly [string, unknown])[]): { readonly levels: RubricLevels } | Unreadable {
  const texts: [string, string][] = [];
  for (const [level, text] of levels) {
    if (typeof text !== 'string') return { unreadable: `level ${level} is not a text` };
    texts.push([level, text.trim()]);
  }
  return { levels: Object.fromEntries(texts) };
}

/** Returns true if the behaviour's text contains this description of the level, as a line, as JSON or in tags. */
function isIn(behavior: string, level: string, text: string): boolean {
  return lettersOf(behavior).includes(lettersOf(`LEVEL${level}${text}`));
}
