// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.

/**
 * Words to find the prompt by.
 */
export type Phrases = string[];

/**
 * Phrases that should bring a question to this prompt.
 */
export type Phrases1 = string[];

/**
 * What the prompt is not for.
 */
export type Phrases2 = string[];

/**
 * meta.yml: what a prompt is, how far it has come, what it needs. Keys that eva does not know are yours to use.
 */
export interface MetaDocument {
  /**
   * The name of the prompt's folder.
   */
  id: string;
  /**
   * The prompt's name for people.
   */
  title: string;
  /**
   * What the prompt does, in one sentence.
   */
  summary: string;
  /**
   * How far the prompt has come: draft, tested, ready. `eva promote` changes it.
   */
  status: 'draft' | 'tested' | 'ready';
  /**
   * The prompt's version, as you count it.
   */
  version: string | number;
  /**
   * Day of the first version: 2026-01-31.
   */
  created: string;
  /**
   * Day of the last change: 2026-01-31.
   */
  updated: string;
  tags?: Phrases;
  /**
   * The model that the prompt was written for; eval.yml may name another.
   */
  model?: string;
  /**
   * The variables of the body: each {{name}} in prompt.xml.
   */
  inputs?: MetaInput[];
  /**
   * What the prompt is for and when to use it; what routing and the trigger judge read.
   */
  description?: string;
  triggers?: Phrases1;
  not_for?: Phrases2;
  /**
   * Whatever should be remembered.
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
   * Whether a value must be given. true unless set or a default is given.
   */
  required?: boolean;
  /**
   * What stands in when no value is given.
   */
  default?: unknown;
  /**
   * What the value is.
   */
  description?: string;
  [k: string]: unknown;
}

/**
 * What a prompt needs for the next status. meta.yml overrides eva.yml key by key.
 */
export interface Promotion {
  /**
   * Uses that a promotion needs. 0 unless set.
   */
  min_uses?: number;
  /**
   * Whether tested and ready need a run that passed on the files as they are. true unless set.
   */
  require_eval?: boolean;
  /**
   * Days after which an evaluation is too old. No limit unless set.
   */
  max_age_days?: number;
  /**
   * How many earlier attempts on the same files may have failed or been stopped, for ready. No limit unless set.
   */
  max_failed_runs?: number;
  /**
   * named: promote names earlier attempts and what they cost the claim. corrected: attempt j is decided at significance_level / (j (j + 1)). named unless set.
   */
  tries?: 'named' | 'corrected';
}

/**
 * A model: claude-…, anthropic:NAME, openai:NAME, claude-cli:NAME, or command:NAME for an entry of providers in eva.yml.
 */
export type Model = string;

/**
 * Seconds that one attempt at a reply may take, to the last byte. 60 unless set.
 */
export type TimeoutS = number;

/**
 * Tokens that a reply may have at most. A reply that is cut by it fails its trial. 4096 unless set (1024 for judges).
 */
export type MaxTokens = number;

/**
 * Sampling temperature. Sent to the model only where it is set.
 */
export type Temperature = number;

/**
 * How many trials each case gets. 1 unless set.
 */
export type SampleSize = number;

/**
 * How probable a false pass may be at most. 0.05 unless set; above 0.5 a coin would pass.
 */
export type SignificanceLevel = number;

/**
 * Stop asking for trials once it is settled whether the case passes. true unless set.
 */
export type StopEarly = boolean;

/**
 * Use a test whose error level holds at every look; sample_size is then the most that is spent. false unless set.
 */
export type Sequential = boolean;

/**
 * What a model call that runs out of time means: fail lets its trial fail, ask_again makes the call once more. Unless set, fail in cases with statistical criteria, ask_again in others.
 */
export type Timeouts = 'fail' | 'ask_again';

/**
 * The rate of passing trials that you expect, above every bar that the case sets: for planning how many are needed.
 */
export type Expected = number;

/**
 * Seed of everything that is drawn at random, so that a run can be repeated.
 */
export type Seed = number;

/**
 * User messages that a conversation has at most. 10 unless set.
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
 * Folder whose inputs.yml gives values: below the library's root, else below the prompt's folder.
 */
export type InputsFrom = string;

/**
 * Whether files, inputs_from and json_schema may read paths with a part that begins with a dot, such as .github/…. false unless set.
 */
export type AllowHidden = boolean;

/**
 * At least one of the texts is there.
 *
 * @minItems 1
 */
export type Texts = string[];

/**
 * Every one of the texts is there.
 *
 * @minItems 1
 */
export type Texts1 = string[];

/**
 * Checks on the response. Every one is evaluated, and all must hold.
 *
 * @minItems 1
 */
export type Assert = Check[];

/**
 * A trial counts if its score is at least this.
 */
export type MinScore = number;

/**
 * The value that is compared with, in the unit of what is measured.
 */
export type Threshold = number;

/**
 * The share of trials that must meet it, between 0 and 1 (1 itself cannot be proved by any sample).
 */
export type Proportion = number;

/**
 * Larger values count as this one.
 */
export type Cap = number;

/**
 * gaffke unless set; betting needs more trials and is proved for values of every kind.
 */
export type Method = 'gaffke' | 'betting';

/**
 * A measured quantity, of each turn or of the whole conversation.
 */
export type MetricName =
  | 'per_turn.response_latency'
  | 'per_turn.response_length'
  | 'per_turn.response_words'
  | 'per_turn.output_tokens'
  | 'per_turn.input_tokens'
  | 'per_conversation.turn_count'
  | 'per_conversation.total_time'
  | 'per_conversation.total_response_time'
  | 'per_conversation.total_response_length'
  | 'per_conversation.total_tokens'
  | 'per_conversation.cost';

/**
 * Further expectations on the same trials, each decided by its own criteria.
 *
 * @minItems 1
 */
export type Then = ThenItem[];

/**
 * How simulated users write. Each conversation draws one text for each axis; an axis that is left out has eva's own texts. false: no style at all.
 */
export type StyleChoice =
  | boolean
  | {
      /**
       * How much the user knows of the matter.
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
 * eval.yml: what is expected of a prompt. Cases, scenarios and triggering queries.
 */
export interface EvalDocument {
  defaults?: Defaults;
  triggering?: Triggering;
  /**
   * Questions with one message and one response each. A case's rendered prompt is sent as one user message.
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
 * Settings of every case and scenario that does not set them itself.
 */
export interface Defaults {
  model?: Model;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
  sample_size?: SampleSize;
  significance_level?: SignificanceLevel;
  stop_early?: StopEarly;
  sequential?: Sequential;
  timeouts?: Timeouts;
  expected?: Expected;
  seed?: Seed;
  judge?: Judge;
  user_simulator?: UserSimulator;
}

/**
 * The model that scores responses against a rubric, and how. Merged field by field with the defaults.
 */
export interface Judge {
  model?: Model;
  scale?: Scale;
  /**
   * The lowest score with which a rubric passes. 4 unless set.
   */
  pass_threshold?: number;
  /**
   * How often the judge is asked; the median counts. An odd number, 1 unless set.
   */
  votes?: number;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
}

/**
 * The scores that there are. 1 to 5 for a rubric unless set, 1 to 10 for an expected behaviour.
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
 * Queries by which it is seen whether the prompt's description brings the right questions to it.
 */
export interface Triggering {
  judge?: TriggerJudge;
  should_match?: Queries;
  should_not_match?: Queries1;
}

/**
 * The model that decides whether a query should reach this prompt. Merged field by field with the defaults of the judge.
 */
export interface TriggerJudge {
  model?: Model;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
}

/**
 * One question with what is expected of the answer.
 */
export interface EvalCase {
  /**
   * Names the case in reports and for --case. Unique among cases, scenarios and triggering queries.
   */
  name: string;
  inputs_from?: InputsFrom;
  inputs?: Inputs;
  files?: Files;
  allow_hidden?: AllowHidden;
  assert?: Assert;
  /**
   * What the judge scores the response by, in words. Say what earns each score.
   */
  rubric?: string;
  judge?: Judge;
  /**
   * A statistical bar on the rate of passing trials instead of "every trial passes": proportion_gte alone.
   */
  criteria?: Criterion | Criterion[];
  then?: Then;
  model?: Model;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
  sample_size?: SampleSize;
  significance_level?: SignificanceLevel;
  stop_early?: StopEarly;
  sequential?: Sequential;
  timeouts?: Timeouts;
  expected?: Expected;
  seed?: Seed;
}

/**
 * Value of each input of the prompt. Texts go in as they are, numbers as written, lists and mappings as JSON; null is no value.
 */
export interface Inputs {
  [k: string]: unknown;
}

/**
 * For each input, a file whose text is its value: below the library's root, else below the prompt's folder.
 */
export interface Files {
  [k: string]: string;
}

/**
 * One rule on one response.
 */
export interface Check {
  /**
   * The text is there, in exactly these letters.
   */
  contains?: string;
  /**
   * The text is not there.
   */
  not_contains?: string;
  contains_any?: Texts;
  contains_all?: Texts1;
  /**
   * The text is there, in upper or lower case.
   */
  icontains?: string;
  /**
   * The response is this text, white space at both ends aside.
   */
  equals?: string;
  /**
   * The response begins with this text, white space at both ends aside.
   */
  starts_with?: string;
  /**
   * The response ends with this text, white space at both ends aside.
   */
  ends_with?: string;
  /**
   * The regular expression is found in the response.
   */
  matches?: string;
  /**
   * The regular expression is not found in the response.
   */
  not_matches?: string;
  /**
   * The response has at least so many words separated by white space.
   */
  min_tokens?: number;
  /**
   * The response has at most so many words separated by white space.
   */
  max_tokens?: number;
  /**
   * The response has at least so many characters (Unicode code points).
   */
  min_chars?: number;
  /**
   * The response has at most so many characters (Unicode code points).
   */
  max_chars?: number;
  /**
   * The response, or the only fenced block in it, is JSON.
   */
  is_json?: true;
  /**
   * The response is JSON and valid against this JSON Schema (2020-12 or draft-07): inline, or the path of a JSON or YAML file.
   */
  json_schema?: {} | string;
  /**
   * The program gets the response on standard input and exits with 0. Runs only if trusted.
   *
   * @minItems 1
   */
  command?: string[];
}

/**
 * One rule from scores or measurements to a verdict.
 */
export interface Criterion {
  proportion_gte?: ProportionCriterion;
  proportion_gt?: ProportionCriterion1;
  proportion_lt?: ProportionCriterion2;
  proportion_lte?: ProportionCriterion3;
  mean_gte?: MeanCriterion;
  mean_gt?: MeanCriterion1;
  mean_lt?: MeanCriterion2;
  mean_lte?: MeanCriterion3;
  median_gte?: MedianCriterion;
  median_gt?: MedianCriterion1;
  median_lt?: MedianCriterion2;
  median_lte?: MedianCriterion3;
  quantile_gte?: QuantileCriterion;
  quantile_gt?: QuantileCriterion1;
  quantile_lt?: QuantileCriterion2;
  quantile_lte?: QuantileCriterion3;
}

/**
 * The share of trials that pass, that reach min_score, or that measure at least threshold, is at least proportion.
 */
export interface ProportionCriterion {
  min_score?: MinScore;
  threshold?: Threshold;
  proportion: Proportion;
  significance_level?: SignificanceLevel;
}

/**
 * The share of trials that measure more than threshold is at least proportion.
 */
export interface ProportionCriterion1 {
  min_score?: MinScore;
  threshold?: Threshold;
  proportion: Proportion;
  significance_level?: SignificanceLevel;
}

/**
 * The share of trials that measure less than threshold is at least proportion.
 */
export interface ProportionCriterion2 {
  min_score?: MinScore;
  threshold?: Threshold;
  proportion: Proportion;
  significance_level?: SignificanceLevel;
}

/**
 * The share of trials that measure at most threshold is at least proportion.
 */
export interface ProportionCriterion3 {
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
 * The quantile q is at least threshold.
 */
export interface QuantileCriterion {
  /**
   * Which quantile: 0.95 for the value that 95 % of the trials stay below.
   */
  q: number;
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * The quantile q is more than threshold.
 */
export interface QuantileCriterion1 {
  /**
   * Which quantile: 0.95 for the value that 95 % of the trials stay below.
   */
  q: number;
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * The quantile q is less than threshold.
 */
export interface QuantileCriterion2 {
  /**
   * Which quantile: 0.95 for the value that 95 % of the trials stay below.
   */
  q: number;
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * The quantile q is at most threshold.
 */
export interface QuantileCriterion3 {
  /**
   * Which quantile: 0.95 for the value that 95 % of the trials stay below.
   */
  q: number;
  threshold: Threshold;
  significance_level?: SignificanceLevel;
}

/**
 * One expectation: exactly one of expected_behavior, metric and assert, with the criteria that decide it.
 */
export interface ThenItem {
  /**
   * A label for reports.
   */
  about?: string;
  /**
   * What the application should do, in words; a judge scores it from 1 to 10.
   */
  expected_behavior?: string;
  metric?: MetricName;
  assert?: Assert;
  /**
   * The rule or rules that decide it.
   */
  criteria: Criterion | Criterion[];
  judge?: Judge;
  rubric?: Levels;
}

/**
 * What each score means: every whole number of the scale, from the worst to the best, with its text.
 */
export interface Levels {
  [k: string]: string;
}

/**
 * A conversation of a simulated user with the application, and what is expected of it.
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
   * What the user sets out to do.
   */
  when: string;
  then: Then;
  inputs_from?: InputsFrom;
  inputs?: Inputs;
  files?: Files;
  allow_hidden?: AllowHidden;
  app?: App;
  user_simulator?: UserSimulator;
  writing_style?: StyleChoice;
  max_turns?: MaxTurns;
  judge?: Judge;
  model?: Model;
  timeout_s?: TimeoutS;
  max_tokens?: MaxTokens;
  temperature?: Temperature;
  sample_size?: SampleSize;
  significance_level?: SignificanceLevel;
  stop_early?: StopEarly;
  sequential?: Sequential;
  timeouts?: Timeouts;
  expected?: Expected;
  seed?: Seed;
}

/**
 * What the user talks to: this prompt as the system prompt of `model`, or a program.
 */
export interface App {
  model?: Model;
  /**
   * Program and arguments: one process per conversation that reads and answers JSON lines. Runs only if trusted.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * Names of environment variables that the program gets besides the ordinary ones. Names, never values.
   *
   * @minItems 1
   *
   * Items: a name holds letters, digits and _, and does not begin with a digit
   */
  env?: string[];
}

/**
 * inputs.yml: a value for each input. Texts go into the prompt as they are, numbers as written, lists and mappings as JSON; null is no value.
 */
export interface InputsDocument {
  [k: string]: unknown;
}

/**
 * rubrics.yml: the rubrics by which expected behaviours are judged. Written once by a judge, yours to edit.
 */
export interface RubricsDocument {
  /**
   * One entry for each behaviour and scale.
   */
  rubrics: FrozenRubricEntry[];
}

/**
 * The rubric of one behaviour.
 */
export interface FrozenRubricEntry {
  /**
   * The text of expected_behavior, word for word: with another text it is another behaviour.
   */
  behavior: string;
  scale?: Scale;
  levels: Levels;
  /**
   * The model, or the person, that wrote it.
   */
  written_by?: string;
  /**
   * The day on which it was written.
   */
  written?: string;
}

/**
 * Calls that are made at the same time. 4 unless set.
 */
export type Concurrency = number;

/**
 * eva.yml: settings of a whole library of prompts.
 */
export interface EvaConfigDocument {
  defaults?: Defaults;
  concurrency?: Concurrency;
  /**
   * Where models are reached: entries of your own, or settings of anthropic, openai and claude-cli.
   */
  providers?: {
    [k: string]: Provider;
  };
  /**
   * What a model's tokens cost, in USD per million.
   */
  prices?: {
    [k: string]: Price;
  };
  /**
   * Whether replies are taken from .eva/cache and kept there, as with --cache. false unless set.
   */
  cache?: boolean;
  promotion?: Promotion;
  budget?: Budget;
}

/**
 * One way to models.
 */
export interface Provider {
  /**
   * anthropic; openai for any server that speaks the chat-completions protocol; claude-cli; or command.
   */
  type: 'anthropic' | 'openai' | 'claude-cli' | 'command';
  /**
   * Where the server listens: https://host/v1.
   */
  base_url?: string;
  /**
   * Name of the environment variable that holds the key. Never the key itself.
   */
  api_key_env?: string;
  /**
   * Whether the server can be made to call a tool. true unless set.
   */
  tools?: boolean;
  /**
   * Program and arguments: gets the prompt on standard input and prints the reply. Runs only if trusted.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * Requests per minute at most.
   */
  rpm?: number;
  /**
   * Tokens per minute at most, read and written.
   */
  tpm?: number;
  concurrency?: Concurrency;
}

/**
 * USD per million tokens.
 */
export interface Price {
  /**
   * Tokens that the model reads.
   */
  input: number;
  /**
   * Tokens that the model writes.
   */
  output: number;
}

/**
 * What one run may spend. It stops before the call that would pass it.
 */
export interface Budget {
  /**
   * Calls to models.
   */
  max_calls?: number;
  /**
   * Tokens read and written.
   */
  max_tokens?: number;
  /**
   * US dollars, where prices are known.
   */
  max_cost_usd?: number;
}
