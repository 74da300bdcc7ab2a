// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.

/**
 * Words by which people find the prompt.
 */
export type Phrases = string[];

/**
 * Phrases that should bring a query to this prompt.
 */
export type Phrases1 = string[];

/**
 * Requests that the prompt is not for.
 */
export type Phrases2 = string[];

/**
 * meta.yml: name, status and inputs of a prompt. The file and all its keys are optional. You may add keys of your own.
 */
export interface MetaDocument {
  /**
   * The name of the prompt's folder, and no other name. Default: that name.
   */
  id?: string;
  /**
   * The prompt's name for people. Default: its id.
   */
  title?: string;
  /**
   * One sentence that says what the prompt does.
   */
  summary?: string;
  /**
   * The status of the prompt. `eva promote` changes it. Default: draft.
   */
  status?: 'draft' | 'tested' | 'ready';
  /**
   * The version of the prompt, in your own numbering.
   */
  version?: string | number;
  /**
   * Day of the first version: 2026-01-31.
   */
  created?: string;
  /**
   * Day of the last change: 2026-01-31.
   */
  updated?: string;
  tags?: Phrases;
  /**
   * Default model of the prompt. eval.yml may override it.
   */
  model?: string;
  /**
   * The variables of the body, each written {{name}} there. Default: all that the body has, each required.
   */
  inputs?: MetaInput[];
  /**
   * literal: braces of other template languages in the body are meant as they are, and eva does not warn of them.
   */
  braces?: 'literal';
  /**
   * The purpose of the prompt and when to use it. The trigger judge reads it.
   */
  description?: string;
  triggers?: Phrases1;
  not_for?: Phrases2;
  /**
   * Notes for people. eva ignores them.
   */
  notes?: unknown;
  promotion?: Promotion;
  [k: string]: unknown;
}

/**
 * One variable of the body.
 */
export interface MetaInput {
  /**
   * The name between the braces: letters, digits, _ and -, not beginning with a digit.
   */
  name: string;
  /**
   * Whether every case must give a value. Default: true, or false if there is a default.
   */
  required?: boolean;
  /**
   * The value if a case gives none.
   */
  default?: unknown;
  /**
   * The meaning of the value, for people.
   */
  description?: string;
  [k: string]: unknown;
}

/**
 * Requirements for the next status. meta.yml overrides eva.yml key by key.
 */
export interface Promotion {
  /**
   * Number of recorded uses that a promotion needs. Default: 0.
   */
  min_uses?: number;
  /**
   * Whether tested and ready need a passing run on the files as they are. Default: true.
   */
  require_eval?: boolean;
  /**
   * Days after which an evaluation is too old for ready. Default: no limit.
   */
  max_age_days?: number;
  /**
   * Maximum number of earlier attempts on the same files that failed or were stopped, for ready. Default: no limit.
   */
  max_failed_runs?: number;
  /**
   * named: promote lists earlier attempts and their cost. corrected: attempt j is decided at significance_level / (j (j + 1)). Default: named.
   */
  tries?: 'named' | 'corrected';
  /**
   * official: for ready, only the providers' own servers may answer in place of a model, no other server and no program. any: all may; promote names them. Default: any.
   */
  servers?: 'any' | 'official';
}

/**
 * A text, or a list of parts: texts and files.
 */
export type MessageContent = MessageText | MessagePart[];

/**
 * A text.
 */
export type MessageText = string;

/**
 * A PNG, JPEG, GIF, WebP or PDF: its path, searched in the library's root, then in the prompt's folder; or { input: NAME } if cases give the path.
 */
export type MessageFile =
  | string
  | {
      /**
       * The name of the input whose value is the path.
       */
      input: string;
    };

/**
 * A file whose text is the content. Searched in the library's root, then in the prompt's folder.
 */
export type ContentFrom = string;

/**
 * messages.yml: the body of a prompt as messages.
 *
 * @minItems 1
 */
export type MessagesDocument = MessageEntry[];

/**
 * One message. Its texts may have placeholders.
 */
export interface MessageEntry {
  /**
   * Who wrote the message: system, user or assistant. System messages come first.
   */
  role: 'system' | 'user' | 'assistant';
  content?: MessageContent;
  content_from?: ContentFrom;
}

/**
 * A text or a file of a message.
 */
export interface MessagePart {
  text?: MessageText;
  file?: MessageFile;
  /**
   * The type of the file. It must be that of its first bytes.
   */
  media_type?: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf';
}

/**
 * A model: claude-…, anthropic:NAME, openai:NAME, openai-responses:NAME, azure:NAME, bedrock:NAME, vertex:NAME, claude-cli:NAME, or command:NAME for an entry of providers in eva.yml.
 */
export type Model = string;

/**
 * The name of a model, or a model with its settings.
 */
export type ModelVariant =
  | string
  | {
      /**
       * The name in reports, in models of a case and for --model. Default: the model.
       */
      name?: string;
      model: Model;
      timeout_s?: TimeoutS;
      max_tokens?: MaxTokens;
      temperature?: Temperature;
      top_p?: TopP;
      top_k?: TopK;
      stop?: Stop;
      sampling_seed?: SamplingSeed;
      reasoning?: ReasoningSetting;
      response_format?: ResponseFormat;
      tools?: Tools;
      tool_choice?: ToolChoice;
      extra?: ExtraSetting;
    };

/**
 * Seconds that one attempt of a call may take, up to its last byte. Default: 60.
 */
export type TimeoutS = number;

/**
 * Maximum number of tokens of a reply. A truncated reply fails its trial. Default: 4096, for judges and simulated users 1024.
 */
export type MaxTokens = number;

/**
 * Sampling temperature. Sent to the model only if it is set.
 */
export type Temperature = number;

/**
 * Nucleus sampling: the share of probability from which the model draws each token.
 */
export type TopP = number;

/**
 * Number of the most probable tokens from which the model draws each token. Not for openai.
 */
export type TopK = number;

/**
 * 1 to 16 texts at which the model stops; for openai at most 4.
 *
 * @minItems 1
 * @maxItems 16
 */
export type Stop = string[];

/**
 * Seed that the provider gets, plus the number of the trial. Not for anthropic.
 */
export type SamplingSeed = number;

/**
 * The form of the reply: json, or { json_schema: … }. anthropic needs a schema.
 */
export type ResponseFormat = 'json' | JsonSchemaSetting;

/**
 * Tools that the model may call, or the path of a JSON or YAML file with such a list. eva declares them and does not run them.
 *
 * @minItems 1
 * @maxItems 128
 */
export type Tools = string | ToolSetting[];

/**
 * name of a tool: 1 to 64 letters, digits, _ and -
 */
export type ToolName = string;

/**
 * Whether the model calls tools: auto, none, required, or { tool: NAME }.
 */
export type ToolChoice = ('auto' | 'none' | 'required') | OneTool;

/**
 * The variants of the model under test, instead of model. Each makes a run of its own. Only in eval.yml.
 *
 * @minItems 1
 * @maxItems 50
 */
export type Models = ModelVariant[];

/**
 * Maximum number of trials of a case; with a data set, of its items or clusters. Default: 1; with a data set, all.
 */
export type SampleSize = number;

/**
 * Maximum probability of a false pass. Default: 0.05.
 */
export type SignificanceLevel = number;

/**
 * Whether a case stops as soon as no further trial can change whether it passes. Default: true.
 */
export type StopEarly = boolean;

/**
 * Whether a sequential test decides after every trial. sample_size is then the maximum. Default: false.
 */
export type Sequential = boolean;

/**
 * A call that times out: fail lets its trial fail, ask_again retries the call once. Default: fail in cases with statistical criteria, else ask_again.
 */
export type Timeouts = 'fail' | 'ask_again';

/**
 * The rate of passing trials that you expect. It must be above every bar of the case. eva uses it to plan sample sizes.
 */
export type Expected = number;

/**
 * Seed of everything that eva draws at random, such as writing styles and the order of items. Default: 0.
 */
export type Seed = number;

/**
 * The name of the check in reports.
 */
export type CheckAbout = string;

/**
 * The piece of the reply that this check, or the checks and rubrics of this case, see. whole: the whole reply. json: the only JSON object or list in it. Default: that of the case, or of defaults.
 */
export type CheckExtract = ('whole' | 'json') | Extract;

export type CallName = string | ValueReference;

export type WantedCall = CallName | CalledCheck;

export type Texts = (string | ValueReference)[] | ValueReference;

/**
 * Checks on the response. All are evaluated, and all must hold.
 *
 * @minItems 1
 */
export type Assert = Check[];

/**
 * The rubric by which the judge scores the response, or a list of rubrics that must all hold. Say what earns each score.
 */
export type CaseRubric = string | RubricItem[];

export type RubricItem =
  | string
  | {
      /**
       * The rubric. In it, {{name}} is replaced by the value of an input.
       */
      text: string;
      /**
       * Its name in reports.
       */
      about?: string;
      judge?: Judge;
    };

/**
 * The piece of the reply that checks and rubrics see. json: the only JSON object or list in it. Default: the whole reply.
 */
export type DefaultExtract = 'json' | Extract;

/**
 * The model that makes embeddings for `similar`, such as openai:NAME.
 */
export type EmbeddingModel = string;

/**
 * Maximum number of user messages in a conversation. Default: 10.
 */
export type MaxTurns = number;

/**
 * Queries that should reach this prompt.
 *
 * @minItems 1
 */
export type Queries = string[];

/**
 * Queries that should not reach this prompt.
 *
 * @minItems 1
 */
export type Queries1 = string[];

/**
 * Folder with an inputs.yml that gives values. Searched in the library's root, then in the prompt's folder.
 */
export type InputsFrom = string;

/**
 * A text, a value such as { input: NAME }, or a list of parts: texts and files.
 */
export type CaseContent = CaseText | CaseMessagePart[];

export type CaseText = MessageText | ValueReference;

/**
 * Whether files, inputs_from, dataset, json_schema and messages may read paths with a part that begins with a dot, such as .github/…. Default: false.
 */
export type AllowHidden = boolean;

/**
 * A file with inputs and expected values: each of its items is asked. A mapping, or the path of the file alone.
 */
export type CaseDataset =
  | string
  | {
      /**
       * Path of a CSV, TSV, JSONL, JSON or YAML file. Searched in the library's root, then in the prompt's folder.
       */
      file: string;
      /**
       * Format of the file, if its name does not say it.
       */
      format?: 'csv' | 'tsv' | 'jsonl' | 'json' | 'yaml';
      delimiter?: Delimiter;
      /**
       * INPUT: FIELD for each input that a field of another name fills. A field with the name of an input fills it anyway.
       */
      inputs?: {
        [k: string]: Field;
      };
      /**
       * A field that identifies each item: unique and not blank. Default: a digest of the inputs of the item.
       */
      id?: string;
      where?: FieldValues;
      unless?: FieldValues1;
      /**
       * A field whose value similar items share, such as the customer. The items with one value count as one unit.
       */
      cluster?: string;
      /**
       * Number of answers to each item. Default: 1.
       */
      draws?: number;
      /**
       * population: the verdict is about items like these. file: about the items of this file only. Default: population.
       */
      claim?: 'population' | 'file';
      /**
       * Fields whose values divide the items into slices. A field name reports its slices; a mapping with criteria also decides them.
       *
       * @minItems 1
       */
      slices?: DatasetSlice[];
    };

/**
 * The character between the values of a CSV file: one character, no quote and no line end. Default: a comma, for .tsv a tab.
 */
export type Delimiter = string;

export type Field = string;

export type FieldValue = OneValue | OneValue[];

export type OneValue = string | number | boolean | null;

export type DatasetSlice =
  | string
  | {
      /**
       * The field whose values are the slices.
       */
      field: string;
      criteria?: Criterion;
      /**
       * pass: each slice must be shown to meet the claim. not_fail: none may be shown to miss it. Default: pass.
       */
      must?: 'pass' | 'not_fail';
      /**
       * Maximum number of different values. Default: 200.
       */
      at_most?: number;
      /**
       * The values that the criterion decides. Others are only reported.
       *
       * @minItems 1
       */
      only?: OneValue[];
    };

/**
 * The lowest score with which a trial counts as good.
 */
export type MinScore = number;

/**
 * The value to compare with, in the unit of the metric or on the judge's scale.
 */
export type Threshold = number;

/**
 * The share of trials that must be good. Below 1, since no sample can prove 1.
 */
export type Proportion = number;

/**
 * Larger values count as the cap.
 */
export type Cap = number;

/**
 * The test of the mean. betting needs more trials and is proved for all distributions. Default: gaffke.
 */
export type Method = 'gaffke' | 'betting';

/**
 * The parts of defaults that the case has: false for none, or a list of assert and rubric. Default: both.
 */
export type Inherit = false | ('assert' | 'rubric')[];

/**
 * A text that the judge sees beside the response, such as the right answer; { field: NAME } or { input: NAME }.
 */
export type JudgeReference =
  | string
  | {
      /**
       * The value of an input of the case.
       */
      input?: string;
      /**
       * A field of the item.
       */
      field?: string;
    };

/**
 * A text that the judge sees beside the conversation, such as the right answer; { field: NAME } or { input: NAME }.
 */
export type JudgeReference1 =
  | string
  | {
      /**
       * The value of an input of the case.
       */
      input?: string;
      /**
       * A field of the item.
       */
      field?: string;
    };

/**
 * A measured quantity, of each turn or of the whole conversation.
 */
export type MetricName =
  | 'per_turn.response_latency'
  | 'per_turn.response_length'
  | 'per_turn.response_words'
  | 'per_turn.output_tokens'
  | 'per_turn.input_tokens'
  | 'per_turn.tool_calls'
  | 'per_conversation.turn_count'
  | 'per_conversation.total_time'
  | 'per_conversation.total_response_time'
  | 'per_conversation.total_response_length'
  | 'per_conversation.total_tokens'
  | 'per_conversation.cost'
  | 'per_conversation.tool_calls'
  | 'per_conversation.steps';

/**
 * The expected class: { field: NAME }, or a text.
 */
export type TextOrField =
  | string
  | {
      /**
       * A field of the item.
       */
      field: string;
    };

/**
 * Expectations, each decided by its own criteria, on the same trials.
 *
 * @minItems 1
 */
export type Then = ThenItem[];

/**
 * The variants that ask this case: names from defaults.models. Default: all.
 *
 * @minItems 1
 */
export type ModelsOfCase = string[];

/**
 * How simulated users write. Each conversation draws one text per axis. Default: eva's own texts. false: no style.
 */
export type StyleChoice =
  | boolean
  | {
      /**
       * How much the user knows about the subject.
       */
      proficiency?: StyleText | StyleText[];
      /**
       * The user's mood.
       */
      tone?: StyleText | StyleText[];
      /**
       * How much the user writes.
       */
      verbosity?: StyleText | StyleText[];
      /**
       * How formal the user is.
       */
      formality?: StyleText | StyleText[];
    };

export type StyleText = string;

/**
 * eval.yml: how to evaluate a prompt. Cases, scenarios and triggering queries.
 */
export interface EvalDocument {
  /**
   * Another prompt, whose cases and scenarios this one has too: it is another version for the same task. Beside it only defaults, triggering and compare.
   */
  cases_of?: string;
  defaults?: Defaults;
  triggering?: Triggering;
  compare?: CompareSetting;
  /**
   * Questions with one response each. A case sends the rendered body, and its own messages after it.
   *
   * @minItems 1
   */
  cases?: EvalCase[];
  /**
   * Conversations of a simulated user with the application.
   *
   * @minItems 1
   */
  scenarios?: EvalScenario[];
}

/**
 * Settings for every case and scenario that does not override them.
 */
export interface Defaults {
  model?: Model;
  models?: Models;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
  top_p?: TopP;
  top_k?: TopK;
  stop?: Stop;
  sampling_seed?: SamplingSeed;
  reasoning?: ReasoningSetting;
  response_format?: ResponseFormat;
  tools?: Tools;
  tool_choice?: ToolChoice;
  extra?: ExtraSetting;
  sample_size?: SampleSize;
  significance_level?: SignificanceLevel;
  stop_early?: StopEarly;
  sequential?: Sequential;
  timeouts?: Timeouts;
  expected?: Expected;
  seed?: Seed;
  assert?: Assert;
  rubric?: CaseRubric;
  extract?: DefaultExtract;
  embedding_model?: EmbeddingModel;
  judge?: Judge;
  user_simulator?: UserSimulator;
}

/**
 * How much the model thinks before it answers: { effort: TEXT } or { budget_tokens: N }.
 */
export interface ReasoningSetting {
  /**
   * An effort that the model knows, such as low, medium or high.
   */
  effort?: string;
  /**
   * Maximum number of tokens for thinking. Less than max_tokens. Not for openai.
   */
  budget_tokens?: number;
}

export interface JsonSchemaSetting {
  /**
   * The JSON Schema of the reply: inline, or the path of a JSON or YAML file.
   */
  json_schema: {} | string;
  /**
   * name of the format: 1 to 64 letters, digits, _ and -. Default: response.
   */
  name?: string;
  /**
   * Whether openai enforces the schema. anthropic always does.
   */
  strict?: boolean;
}

/**
 * A tool that the model may call.
 */
export interface ToolSetting {
  name: ToolName;
  /**
   * When to call the tool, for the model.
   */
  description?: string;
  /**
   * The JSON Schema of its arguments: inline, or the path of a JSON or YAML file.
   */
  input_schema: {} | string;
}

export interface OneTool {
  tool: ToolName;
}

/**
 * Keys that eva adds to the body of a request as they are, by type of provider: { anthropic: {…}, openai: {…} }.
 */
export interface ExtraSetting {
  /**
   * Keys for requests to providers of type anthropic.
   */
  anthropic?: {
    [k: string]: unknown;
  };
  /**
   * Keys for requests to providers of type openai.
   */
  openai?: {
    [k: string]: unknown;
  };
  /**
   * Keys for requests to providers of type openai-responses.
   */
  'openai-responses'?: {
    [k: string]: unknown;
  };
  /**
   * Keys for requests to providers of type azure.
   */
  azure?: {
    [k: string]: unknown;
  };
  /**
   * Keys for requests to providers of type bedrock.
   */
  bedrock?: {
    [k: string]: unknown;
  };
  /**
   * Keys for requests to providers of type vertex.
   */
  vertex?: {
    [k: string]: unknown;
  };
}

/**
 * One rule on one response, with its name in reports and the piece of the reply that it sees.
 */
export interface Check {
  about?: CheckAbout;
  extract?: CheckExtract;
  /**
   * The response contains the text. Case-sensitive.
   */
  contains?: string | ValueReference;
  /**
   * The response does not contain the text. Case-sensitive.
   */
  not_contains?: string | ValueReference;
  /**
   * The response contains at least one of the texts.
   */
  contains_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response contains all of the texts.
   */
  contains_all?: (string | ValueReference)[] | ValueReference;
  /**
   * The response contains none of the texts.
   */
  not_contains_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response contains the text. Case-insensitive.
   */
  icontains?: string | ValueReference;
  /**
   * The response does not contain the text. Case-insensitive.
   */
  not_icontains?: string | ValueReference;
  /**
   * The response contains at least one of the texts. Case-insensitive.
   */
  icontains_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response contains all of the texts. Case-insensitive.
   */
  icontains_all?: (string | ValueReference)[] | ValueReference;
  /**
   * The response contains none of the texts. Case-insensitive.
   */
  not_icontains_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response equals the text. White space at both ends is ignored.
   */
  equals?: string | ValueReference;
  /**
   * The response does not equal the text. White space at both ends is ignored.
   */
  not_equals?: string | ValueReference;
  /**
   * The response equals one of the texts. White space at both ends is ignored.
   */
  equals_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response equals none of the texts. White space at both ends is ignored.
   */
  not_equals_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response starts with the text. White space at both ends is ignored.
   */
  starts_with?: string | ValueReference;
  /**
   * The response does not start with the text. White space at both ends is ignored.
   */
  not_starts_with?: string | ValueReference;
  /**
   * The response starts with one of the texts. White space at both ends is ignored.
   */
  starts_with_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response starts with none of the texts. White space at both ends is ignored.
   */
  not_starts_with_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response ends with the text. White space at both ends is ignored.
   */
  ends_with?: string | ValueReference;
  /**
   * The response does not end with the text. White space at both ends is ignored.
   */
  not_ends_with?: string | ValueReference;
  /**
   * The response ends with one of the texts. White space at both ends is ignored.
   */
  ends_with_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response ends with none of the texts. White space at both ends is ignored.
   */
  not_ends_with_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The regular expression matches somewhere in the response.
   */
  matches?: string | ValueReference;
  /**
   * The regular expression matches nowhere in the response.
   */
  not_matches?: string | ValueReference;
  /**
   * At least one of the regular expressions matches somewhere in the response.
   */
  matches_any?: (string | ValueReference)[] | ValueReference;
  /**
   * None of the regular expressions matches anywhere in the response.
   */
  not_matches_any?: (string | ValueReference)[] | ValueReference;
  /**
   * The response has at least this many words separated by white space.
   */
  min_tokens?: number | ValueReference;
  /**
   * The response has at most this many words separated by white space.
   */
  max_tokens?: number | ValueReference;
  /**
   * The response has at least this many characters (Unicode code points).
   */
  min_chars?: number | ValueReference;
  /**
   * The response has at most this many characters (Unicode code points).
   */
  max_chars?: number | ValueReference;
  /**
   * The response, or the only fenced block in it, is valid JSON.
   */
  is_json?: true;
  /**
   * Neither the response nor the only fenced block in it is valid JSON.
   */
  not_is_json?: true;
  /**
   * The response is JSON and valid against this JSON Schema (2020-12 or draft-07): inline, or the path of a JSON or YAML file.
   */
  json_schema?: {} | string;
  /**
   * The response is JSON and not valid against this JSON Schema.
   */
  not_json_schema?: {} | string;
  json_value?: JsonValueCheck;
  not_json_value?: JsonValueCheck1;
  number?: NumberRange;
  /**
   * Each response took at most this many seconds. Unknown latency: ungraded.
   */
  max_latency_s?: number | ValueReference;
  /**
   * The responses cost at most this many dollars. Unknown cost: ungraded.
   */
  max_cost_usd?: number | ValueReference;
  /**
   * The provider reports a refusal, or the judge decides that the response declines to do what was asked.
   */
  refuses?: true;
  /**
   * The response does not decline to do what was asked.
   */
  not_refuses?: true;
  similar?: Similar;
  /**
   * The tool was called, with these arguments if any are given.
   */
  called?: CallName | CalledCheck;
  /**
   * The tool was not called, or not with these arguments: one tool, or a list of them.
   */
  not_called?: WantedCall | WantedCall[];
  /**
   * The tools were called in this order. Other calls between them are allowed.
   */
  called_in_order?: Texts | CalledInOrderCheck;
  /**
   * At least this many tool calls.
   */
  min_calls?: number | ValueReference;
  /**
   * At most this many tool calls; 0 for none.
   */
  max_calls?: number | ValueReference;
  /**
   * Every call names a declared tool, and its arguments are valid. There is at least one call.
   */
  valid_calls?: true;
  /**
   * The program reads the response on standard input. The check holds if it exits with 0. Runs only if trusted.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * The function of the module returns true, or { pass: true, reason }. FILE#NAME, or { use, args }. Runs only if trusted.
   */
  module?:
    | string
    | {
        /**
         * FILE#NAME, such as checks.mjs#polite.
         */
        use: string;
        /**
         * Data for the function.
         */
        args?: unknown;
      };
  at_least?: AtLeast;
}

/**
 * The piece of the reply that checks and rubrics see, by exactly one of tag, json, matches, fence and module.
 */
export interface Extract {
  /**
   * A tag by its name alone: answer for the last <answer>…</answer> of the reply.
   */
  tag?: string;
  /**
   * JSON pointer of a value in the JSON of the reply, such as /label.
   */
  json?: string;
  /**
   * A regular expression: its first match.
   */
  matches?: string;
  /**
   * The group of matches that is taken, by its number or name. Default: the whole match.
   */
  group?: number | string;
  /**
   * The language of the only fenced block of that kind; true for any.
   */
  fence?: string | boolean;
  /**
   * A function of a module, as FILE#NAME: it returns a text, or null if it finds none.
   */
  module?: string;
}

/**
 * A value of the case or of its item, by exactly one key.
 */
export interface ValueReference {
  /**
   * The value of an input of the case.
   */
  input?: string;
  /**
   * A field of the item.
   */
  field?: string;
  /**
   * A text in which {{name}} is replaced by the value of an input.
   */
  text?: string;
}

/**
 * One value in the JSON of the response equals the expected value.
 */
export interface JsonValueCheck {
  /**
   * JSON pointer of the value, such as /total or /items/0/price. Default: the whole JSON.
   */
  at?: string;
  /**
   * The expected value, of any kind. It may hold references such as { field: NAME }.
   */
  equals: string | number | boolean | null | unknown[] | {};
  /**
   * How far a number may be from the expected one. Default: 0.
   */
  within?: number;
  /**
   * Whether upper and lower case are the same. Default: false.
   */
  ignore_case?: boolean;
}

/**
 * The response is JSON, and the value in it does not equal the one that is not expected.
 */
export interface JsonValueCheck1 {
  /**
   * JSON pointer of the value, such as /total or /items/0/price. Default: the whole JSON.
   */
  at?: string;
  /**
   * The expected value, of any kind. It may hold references such as { field: NAME }.
   */
  equals: string | number | boolean | null | unknown[] | {};
  /**
   * How far a number may be from the expected one. Default: 0.
   */
  within?: number;
  /**
   * Whether upper and lower case are the same. Default: false.
   */
  ignore_case?: boolean;
}

/**
 * The whole response, without white space at both ends, is one JSON number that fits.
 */
export interface NumberRange {
  /**
   * The number is greater than this.
   */
  gt?: number | ValueReference;
  /**
   * The number is at least this.
   */
  gte?: number | ValueReference;
  /**
   * The number is less than this.
   */
  lt?: number | ValueReference;
  /**
   * The number is at most this.
   */
  lte?: number | ValueReference;
  /**
   * The number equals this.
   */
  equals?: number | ValueReference;
  /**
   * How far it may be from `equals`. Default: 0.
   */
  within?: number | ValueReference;
}

/**
 * The cosine of the embeddings of the response and of a text is at least `min` and at most `max`.
 */
export interface Similar {
  /**
   * The text that responses are compared with.
   */
  to: string | ValueReference;
  /**
   * The least cosine, from -1 to 1.
   */
  min?: number | ValueReference;
  /**
   * The greatest cosine, from -1 to 1.
   */
  max?: number | ValueReference;
}

/**
 * A call of a tool.
 */
export interface CalledCheck {
  tool: string | ValueReference;
  /**
   * What the arguments have: mappings by key, lists by position and length, numbers by value.
   */
  arguments?: string | number | boolean | null | unknown[] | {};
  /**
   * A JSON Schema that the arguments are valid against: inline, or the path of a JSON or YAML file.
   */
  arguments_schema?: {} | string;
  /**
   * Whether these are all arguments. Default: false.
   */
  exactly?: boolean;
  /**
   * How many calls fit: a number, or { min, max }. Default: at least one.
   */
  times?: number | TimesRange;
}

export interface TimesRange {
  /**
   * At least this often.
   */
  min?: number;
  /**
   * At most this often, also never.
   */
  max?: number;
}

/**
 * Tools in the order of their calls.
 */
export interface CalledInOrderCheck {
  tools: (string | ValueReference)[] | ValueReference;
  /**
   * Whether there are no other calls. Default: false.
   */
  exactly?: boolean;
}

/**
 * At least `count` of the checks hold.
 */
export interface AtLeast {
  /**
   * How many of the checks must hold.
   */
  count: number | ValueReference;
  /**
   * The checks. None of them may be at_least.
   *
   * @minItems 1
   */
  of: Check[];
}

/**
 * The model that scores responses, and its settings. Merged with the defaults key by key.
 */
export interface Judge {
  model?: Model;
  scale?: Scale;
  /**
   * The lowest score with which a rubric passes. Default: 4.
   */
  pass_threshold?: number;
  /**
   * Number of times that eva asks the judge; the median counts. Must be odd. Default: 1.
   */
  votes?: number;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
}

/**
 * The range of scores. Default: 1 to 5 for a rubric, 1 to 10 for an expected behaviour.
 */
export interface Scale {
  /**
   * The lowest score.
   */
  min: number;
  /**
   * The highest score.
   */
  max: number;
}

/**
 * The model that plays the user of a scenario.
 */
export interface UserSimulator {
  model?: Model;
  max_turns?: MaxTurns;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
}

/**
 * Tests whether the routing texts of meta.yml bring the right queries to this prompt.
 */
export interface Triggering {
  judge?: TriggerJudge;
  should_match?: Queries;
  should_not_match?: Queries1;
}

/**
 * The model that decides whether a query should reach this prompt. Merged with the default judge key by key.
 */
export interface TriggerJudge {
  model?: Model;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
}

/**
 * The comparison that eva promote needs for ready: eva compare must show that the prompt is not worse than another version.
 */
export interface CompareSetting {
  /**
   * The version to compare with: ready (the version that was promoted to ready last), the id of another prompt, or a git ref such as main.
   */
  against: string;
  /**
   * The greatest allowed loss, as a share: 0.02 means 2 points of a pass rate, or of the scale of a score. Default: 0.05.
   */
  not_worse_by?: number;
  /**
   * The names of the cases and scenarios that decide. Default: all.
   *
   * @minItems 1
   */
  cases?: string[];
  /**
   * true: the prompt must be better, not only not worse. Default: false.
   */
  better?: boolean;
}

/**
 * One question, and what you expect of the answer.
 */
export interface EvalCase {
  /**
   * Names the case in reports and for --case. Unique among cases, scenarios and triggering queries.
   */
  name: string;
  inputs_from?: InputsFrom;
  inputs?: Inputs;
  files?: Files;
  /**
   * Messages that follow those of the body. With a text body, the body is then the system prompt.
   *
   * @minItems 1
   */
  messages?: CaseMessageEntry[];
  allow_hidden?: AllowHidden;
  dataset?: CaseDataset;
  assert?: Assert;
  inherit?: Inherit;
  extract?: CheckExtract;
  rubric?: CaseRubric;
  reference?: JudgeReference;
  judge?: Judge;
  /**
   * true: eva asks the case and shows its replies, and judges nothing. Default: false.
   */
  look?: boolean;
  /**
   * A statistical bar on the rate of passing trials, instead of "every trial passes". Only proportion_gte.
   */
  criteria?: Criterion1 | Criterion1[];
  then?: Then;
  model?: Model;
  models?: ModelsOfCase;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
  top_p?: TopP;
  top_k?: TopK;
  stop?: Stop;
  sampling_seed?: SamplingSeed;
  reasoning?: ReasoningSetting;
  response_format?: ResponseFormat;
  tools?: Tools;
  tool_choice?: ToolChoice;
  extra?: ExtraSetting;
  sample_size?: SampleSize;
  significance_level?: SignificanceLevel;
  stop_early?: StopEarly;
  sequential?: Sequential;
  timeouts?: Timeouts;
  expected?: Expected;
  seed?: Seed;
}

/**
 * Values of the prompt's inputs. Texts are inserted verbatim, numbers as written, lists and mappings as JSON. null means no value.
 */
export interface Inputs {
  [k: string]: unknown;
}

/**
 * A file for each input; the text of the file is the value. Searched in the library's root, then in the prompt's folder.
 */
export interface Files {
  [k: string]: string;
}

/**
 * A message that follows those of the body. Texts are sent as they are.
 */
export interface CaseMessageEntry {
  /**
   * Who wrote the message: user or assistant.
   */
  role: 'user' | 'assistant';
  content?: CaseContent;
  content_from?: ContentFrom;
}

/**
 * A text or a file of a message.
 */
export interface CaseMessagePart {
  text?: MessageText | ValueReference;
  file?: MessageFile;
  /**
   * The type of the file. It must be that of its first bytes.
   */
  media_type?: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf';
}

/**
 * FIELD: VALUE or a list of values. Keeps the items that have one of the values in every field. "" also means no value.
 */
export interface FieldValues {
  [k: string]: FieldValue;
}

/**
 * FIELD: VALUE or a list of values. Drops the items that have one of the values in any field. "" also means no value.
 */
export interface FieldValues1 {
  [k: string]: FieldValue;
}

/**
 * The claim about each slice: one criterion. Without it, slices are only reported.
 */
export interface Criterion {
  proportion_gte?: ProportionGteCriterion;
  proportion_gt?: ProportionCriterion;
  proportion_lt?: ProportionCriterion1;
  proportion_lte?: ProportionCriterion2;
  mean_gte?: MeanCriterion;
  mean_gt?: MeanCriterion1;
  mean_lt?: MeanCriterion2;
  mean_lte?: MeanCriterion3;
  median_gte?: MedianCriterion;
  median_gt?: MedianCriterion1;
  median_lt?: MedianCriterion2;
  median_lte?: MedianCriterion3;
  recall_gte?: ClassCriterion;
  precision_gte?: ClassCriterion1;
  f1_gte?: ClassCriterion2;
}

/**
 * The share of trials that pass, that reach min_score, or that measure at least threshold, is at least proportion.
 */
export interface ProportionGteCriterion {
  min_score?: MinScore;
  threshold?: Threshold;
  proportion: Proportion;
  significance_level?: SignificanceLevel;
  /**
   * people: labels of eva label decide it instead of the judge. Needs a rubric.
   */
  by?: 'people';
  /**
   * With by: people, the number of answers that people label, a random sample of all answers of the case. Default: 100.
   */
  labels?: number;
}

/**
 * The share of trials that measure more than threshold is at least proportion.
 */
export interface ProportionCriterion {
  min_score?: MinScore;
  threshold?: Threshold;
  proportion: Proportion;
  significance_level?: SignificanceLevel;
}

/**
 * The share of trials that measure less than threshold is at least proportion.
 */
export interface ProportionCriterion1 {
  min_score?: MinScore;
  threshold?: Threshold;
  proportion: Proportion;
  significance_level?: SignificanceLevel;
}

/**
 * The share of trials that measure at most threshold is at least proportion.
 */
export interface ProportionCriterion2 {
  min_score?: MinScore;
  threshold?: Threshold;
  proportion: Proportion;
  significance_level?: SignificanceLevel;
}

/**
 * The mean is at least threshold.
 */
export interface MeanCriterion {
  threshold: Threshold;
  cap?: Cap;
  method?: Method;
  significance_level?: SignificanceLevel;
}

/**
 * The mean is more than threshold.
 */
export interface MeanCriterion1 {
  threshold: Threshold;
  cap?: Cap;
  method?: Method;
  significance_level?: SignificanceLevel;
}

/**
 * The mean is less than threshold.
 */
export interface MeanCriterion2 {
  threshold: Threshold;
  cap?: Cap;
  method?: Method;
  significance_level?: SignificanceLevel;
}

/**
 * The mean is at most threshold.
 */
export interface MeanCriterion3 {
  threshold: Threshold;
  cap?: Cap;
  method?: Method;
  significance_level?: SignificanceLevel;
}

/**
 * The median is at least threshold.
 */
export interface MedianCriterion {
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * The median is more than threshold.
 */
export interface MedianCriterion1 {
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * The median is less than threshold.
 */
export interface MedianCriterion2 {
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * The median is at most threshold.
 */
export interface MedianCriterion3 {
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * Of the items of the class, at least proportion are answered with it.
 */
export interface ClassCriterion {
  /**
   * The class that the claim is about; each: every class.
   */
  class: string;
  /**
   * The share that recall, precision or F1 must reach. Below 1.
   */
  proportion: number;
  significance_level?: SignificanceLevel;
}

/**
 * Of the answers with the class, at least proportion are right.
 */
export interface ClassCriterion1 {
  /**
   * The class that the claim is about; each: every class.
   */
  class: string;
  /**
   * The share that recall, precision or F1 must reach. Below 1.
   */
  proportion: number;
  significance_level?: SignificanceLevel;
}

/**
 * The F1 of the class is at least proportion.
 */
export interface ClassCriterion2 {
  /**
   * The class that the claim is about; each: every class.
   */
  class: string;
  /**
   * The share that recall, precision or F1 must reach. Below 1.
   */
  proportion: number;
  significance_level?: SignificanceLevel;
}

/**
 * One rule that turns scores or measurements into a verdict.
 */
export interface Criterion1 {
  proportion_gte?: ProportionGteCriterion;
  proportion_gt?: ProportionCriterion;
  proportion_lt?: ProportionCriterion1;
  proportion_lte?: ProportionCriterion2;
  mean_gte?: MeanCriterion;
  mean_gt?: MeanCriterion1;
  mean_lt?: MeanCriterion2;
  mean_lte?: MeanCriterion3;
  median_gte?: MedianCriterion;
  median_gt?: MedianCriterion1;
  median_lt?: MedianCriterion2;
  median_lte?: MedianCriterion3;
  recall_gte?: ClassCriterion;
  precision_gte?: ClassCriterion1;
  f1_gte?: ClassCriterion2;
}

/**
 * One expectation: exactly one of expected_behavior, metric, assert and class, with the criteria that decide it.
 */
export interface ThenItem {
  /**
   * A label for reports.
   */
  about?: string;
  /**
   * The desired behaviour of the application, in words. A judge scores it from 1 to 10.
   */
  expected_behavior?: string;
  reference?: JudgeReference1;
  metric?: MetricName;
  assert?: Assert;
  class?: ClassReading;
  /**
   * One criterion or a list. All must pass.
   */
  criteria: Criterion1 | Criterion1[];
  judge?: Judge;
  rubric?: Levels;
}

/**
 * Reads one class from each response and compares it with the expected one. Needs a data set.
 */
export interface ClassReading {
  expected: TextOrField;
  /**
   * JSON pointer of the class in the response, such as /category. Default: the whole response.
   */
  at?: string;
  /**
   * All classes, at most 100. Default: the expected values in the file.
   *
   * @minItems 1
   */
  of?: string[];
  /**
   * Whether upper and lower case are the same. Default: false.
   */
  ignore_case?: boolean;
}

/**
 * A text for every whole number of the scale: the meaning of that score.
 */
export interface Levels {
  [k: string]: string;
}

/**
 * A conversation between a simulated user and the application, and what you expect of it.
 */
export interface EvalScenario {
  /**
   * Names the scenario. Unique among cases, scenarios and triggering queries.
   */
  title: string;
  /**
   * The user's situation and needs.
   */
  given: string;
  /**
   * The user's aim.
   */
  when: string;
  then: Then;
  inputs_from?: InputsFrom;
  inputs?: Inputs;
  files?: Files;
  allow_hidden?: AllowHidden;
  dataset?: CaseDataset;
  app?: App;
  user_simulator?: UserSimulator;
  writing_style?: StyleChoice;
  max_turns?: MaxTurns;
  judge?: Judge;
  model?: Model;
  models?: ModelsOfCase;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
  top_p?: TopP;
  top_k?: TopK;
  stop?: Stop;
  sampling_seed?: SamplingSeed;
  reasoning?: ReasoningSetting;
  response_format?: ResponseFormat;
  tools?: Tools;
  tool_choice?: ToolChoice;
  extra?: ExtraSetting;
  sample_size?: SampleSize;
  significance_level?: SignificanceLevel;
  stop_early?: StopEarly;
  sequential?: Sequential;
  timeouts?: Timeouts;
  expected?: Expected;
  seed?: Seed;
}

/**
 * The application under test: this prompt as the system prompt of a model, or a program. Default: the prompt as system prompt.
 */
export interface App {
  model?: Model;
  /**
   * Program and arguments. One process per conversation reads and writes JSON lines. Runs only if trusted.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * Names of the environment variables that the program gets in addition. Names, never values.
   *
   * @minItems 1
   *
   * Items: a name holds letters, digits and _, and does not begin with a digit
   */
  env?: string[];
}

/**
 * inputs.yml: a value for each input. Texts are inserted verbatim, numbers as written, lists and mappings as JSON. null means no value.
 */
export interface InputsDocument {
  [k: string]: unknown;
}

/**
 * rubrics.yml: the rubrics of expected behaviours. A judge writes them once; you may edit them.
 */
export interface RubricsDocument {
  /**
   * One entry per behaviour and scale.
   */
  rubrics: FrozenRubricEntry[];
}

/**
 * The rubric of one behaviour.
 */
export interface FrozenRubricEntry {
  /**
   * The exact text of expected_behavior. Another text is another behaviour.
   */
  behavior: string;
  scale?: Scale;
  levels: Levels;
  /**
   * The model or person that wrote it.
   */
  written_by?: string;
  /**
   * The date on which it was written.
   */
  written?: string;
}

/**
 * mutations.yml: mutants of a prompt's body that mean the same as the body, so that no case can notice them.
 */
export interface MutationsDocument {
  /**
   * The mutants that eva mutate leaves out.
   */
  equivalent: EquivalentMutant[];
}

/**
 * A mutant that means the same as the body.
 */
export interface EquivalentMutant {
  /**
   * Its id as eva mutate prints it, in quotes.
   */
  mutant: string | number;
  /**
   * Why no case can notice it.
   */
  because: string;
}

/**
 * The file that `tools` in eval.yml or eva.yml names: a list of tools.
 *
 * @minItems 1
 * @maxItems 128
 */
export type ToolsDocument = ToolSetting[];

/**
 * Maximum number of concurrent calls per provider. Default: 4.
 */
export type Concurrency = number;

/**
 * eva.yml: settings of a whole library of prompts.
 */
export interface EvaConfigDocument {
  defaults?: Defaults;
  concurrency?: Concurrency;
  /**
   * How to reach models: providers of your own, or settings of a built-in provider.
   */
  providers?: {
    [k: string]: Provider;
  };
  /**
   * Prices of models, in USD per million tokens. The key is the name that the provider gets.
   */
  prices?: {
    [k: string]: Price;
  };
  /**
   * Whether every run uses .eva/cache, as with --cache. Default: false.
   */
  cache?: boolean;
  promotion?: Promotion;
  /**
   * Reports of every eva eval and eva merge, each NAME=FILE, or NAME for standard output. Paths are relative to the library.
   *
   * @minItems 1
   * @maxItems 50
   */
  reports?: string[];
  budget?: Budget;
}

/**
 * Settings of one provider.
 */
export interface Provider {
  /**
   * anthropic; openai for any server that speaks the chat-completions protocol; openai-responses for OpenAI's Responses protocol; azure for Azure OpenAI; bedrock for Claude at Amazon; vertex for Claude at Google; claude-cli; or command.
   */
  type: 'anthropic' | 'openai' | 'openai-responses' | 'azure' | 'bedrock' | 'vertex' | 'claude-cli' | 'command';
  /**
   * Where the server listens: https://host/v1 for openai and openai-responses, https://NAME.openai.azure.com for azure.
   */
  base_url?: string;
  /**
   * Name of the environment variable that holds the key. Never the key itself.
   */
  api_key_env?: string;
  /**
   * Whether the server can be forced to call a tool. Only for openai and openai-responses. Default: true.
   */
  tools?: boolean;
  /**
   * The name under which requests carry max_tokens. Default: max_completion_tokens at https://api.openai.com/v1, max_tokens at any other server of type openai, max_completion_tokens at azure.
   */
  max_tokens_as?: 'max_tokens' | 'max_completion_tokens';
  /**
   * The date of a version of the API, such as 2024-10-21, for addresses with /openai/deployments. Only for azure. Default: none, for the v1 API.
   */
  api_version?: string;
  /**
   * The region of the cloud, such as us-east-1 for bedrock or global for vertex.
   */
  region?: string;
  /**
   * The id of the Google Cloud project that pays. Only for vertex.
   */
  project?: string;
  /**
   * Program and arguments. It reads the prompt on standard input and prints the reply. Runs only if trusted.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * json: the program reads one JSON object with system, messages, tools and settings, and prints one with text.
   */
  format?: 'json';
  /**
   * Maximum number of requests per minute.
   */
  rpm?: number;
  /**
   * Maximum number of tokens per minute, input and output together.
   */
  tpm?: number;
  concurrency?: Concurrency;
}

/**
 * USD per million tokens.
 */
export interface Price {
  /**
   * Price of the tokens that the model reads.
   */
  input: number;
  /**
   * Price of the tokens that the model writes.
   */
  output: number;
}

/**
 * Limits of one run. eva stops before the call that would exceed one.
 */
export interface Budget {
  /**
   * Maximum number of calls to models.
   */
  max_calls?: number;
  /**
   * Maximum cost in US dollars. Needs a price for every model.
   */
  max_cost_usd?: number;
}
