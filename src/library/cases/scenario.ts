import type { App, Case, ConversationSubject } from '#model/case.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { EvalScenario } from '#model/documents.gen.js';
import { problem } from '#model/sentences/sentence.js';
import { defaultStyles, type StyleAxis, styleAxes, type WritingStyles } from '#model/settings.js';
import { isBlank } from '#model/text/characters.js';
import { quoted, render, short } from '#model/text/quoted.js';
import { type CaseDataset, readCaseDataset } from '../case-data/case-items.js';
import { optionNames } from '../settings/model-options.js';
import { reportProviderLacks } from '../settings/provider-lacks.js';
import { type Layer, layerAt, nearestNumber } from '../source/layer.js';
import { type Path, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import { leftoverTraps } from '../traps/text-traps.js';
import { reportBraces } from './braces.js';
import { caseFacts, reportNoModel } from './case.js';
import { readCaseInputs, readConstants, readInputFiles, sharedInputs } from './case-inputs.js';
import { builtInJudge, modelSettings, reportIdle, settingsOfCase, unnamedModel } from './case-settings.js';
import { bodyText, type TemplateText } from './compare-inputs.js';
import type { EvalContext } from './eval-context.js';
import { readThen } from './expectations.js';
import { findReferences, type References, referredInputs, reportUnknownReferences } from './find-references.js';
import { judgeLayers, judgeProblems, reportUnusedJudge } from './judges.js';
import { reportVariantsOfCase } from './variant-problems.js';

const builtInTurns = 10;

/** The default settings of a simulated user: those of a judge. */
const builtInUser = builtInJudge;

/** Reads an entry of `scenarios:` and reports all its problems; undefined if they leave no case. */
export function readScenario(context: EvalContext, path: Path, written: Partial<EvalScenario>): Case | undefined {
  const { title, given, when } = written;
  const layers = [...layerAt(context.source, path), ...context.defaults];
  const app = readApp(context, path, layers, title);
  const parts = { app: app ?? { app: 'model', settings: unnamedModel }, layers } as const;
  const references = findReferences(context, path);
  const { subject, dataset } = readSubject(context, path, written, { ...parts, references });
  const items = dataset?.items ?? null;
  const inputs = sharedInputs(subject.inputs, dataset);
  const expectations = readThen(context, [...path, 'then'], layers, { subject, items, inputs });
  reportUnknownReferences(context, path, references);
  reportVariantsOfCase(context, path);
  const ofApp = [...context.variants.override, ...layerAt(context.source, [...path, 'app']), ...layers];
  reportProviderLacks(context, path, ofApp, subject);
  checkJudge(context, path);
  if (!app || title === undefined || given === undefined || when === undefined) return undefined;
  const facts = caseFacts(context, path, layers, { name: title, expectations, dataset });
  return { name: title, subject, ...facts, expectations };
}

/** Returns the settings of `user_simulator` in the defaults of files, the nearest first. */
export function simulatorLayers(sources: readonly (YamlSource | null)[]): readonly Layer[] {
  return sources.flatMap((source) => layerAt(source, ['defaults', 'user_simulator']));
}

/** The parts of a scenario that its subject depends on. */
interface ScenarioParts {
  readonly app: App;
  readonly layers: readonly Layer[];
  readonly references: References;
}

function readSubject(
  context: EvalContext,
  path: Path,
  written: Partial<EvalScenario>,
  { app, layers, references }: ScenarioParts,
): { readonly subject: ConversationSubject; readonly dataset: CaseDataset | null } {
  if (app.app === 'model') reportOpening(context);
  const asFiles = app.app === 'model' ? (context.prompt?.body_places?.files ?? []) : [];
  const constants = readConstants(context, path, asFiles);
  const texts = templateTexts(context, path, written, app);
  const tools = app.app === 'model' ? app.settings.tools : undefined;
  const dataset = readCaseDataset(context, path, { constants, texts, files: asFiles, references, layers, tools });
  const { used, problems, names } = referredInputs(context, references, { constants, dataset });
  const inputs = readCaseInputs(context, path, constants, { texts, dataset, used });
  const files = readInputFiles(context, path, asFiles, { constants, inputs, dataset });
  context.report(problems);
  reportLeftovers(context, path, written, new Set(names.fields));
  reportBraces(context, path, names);
  // The items of a data set fill the texts when they are asked.
  const story = (key: 'given' | 'when') =>
    dataset ? (written[key] ?? '') : renderStory(context, [...path, key], written[key], inputs);
  const simulator = [...layerAt(context.source, [...path, 'user_simulator']), ...context.simulatorDefaults];
  const subject: ConversationSubject = {
    kind: 'conversation',
    given: story('given'),
    when: story('when'),
    inputs,
    ...(Object.keys(files).length > 0 && { files }),
    max_turns: nearestNumber([...layers.slice(0, 1), ...simulator], 'max_turns') ?? builtInTurns,
    app,
    user_simulator: modelSettings(simulator, builtInUser),
    writing_style: writingStyles(valueAt(context.source.value, [...path, 'writing_style'])),
    seed: nearestNumber(layers, 'seed') ?? 0,
  };
  return { subject, dataset };
}

/** Returns the texts that use inputs: `given`, `when`, and the body if it is the system prompt. */
function templateTexts(
  context: EvalContext,
  path: Path,
  written: Partial<EvalScenario>,
  app: App,
): readonly TemplateText[] {
  const story = (['given', 'when'] as const).map((key) => {
    const at = context.source.place([...path, key]);
    return { text: written[key] ?? '', at: () => at };
  });
  return app.app === 'model' ? [...bodyText(context, path), ...story] : story;
}

/** Reports a body that ends with a message from the user, who speaks next. */
function reportOpening({ prompt, report }: EvalContext): void {
  if (!prompt?.body_places || typeof prompt.body === 'string' || prompt.body.at(-1)?.role !== 'user') return;
  report([
    problem('EVA_BAD_VALUE:user_last', 'the last message is from the user, but the simulated user speaks next', {
      hint: 'add an answer with role: assistant, or move the message to "when" of the scenario',
      at: prompt.body_places.roles.at(-1),
    }),
  ]);
}

/** Reports marks of other template languages in `given` and `when` of a prompt's scenario. */
function reportLeftovers(
  { prompt, folder, source, report }: EvalContext,
  path: Path,
  written: Partial<EvalScenario>,
  fields: ReadonlySet<string>,
) {
  if (!prompt || !folder || prompt.braces === 'literal') return;
  const inputs = new Set(prompt.inputs.map(({ name }) => name));
  for (const key of ['given', 'when'] as const) {
    const place = () => source.place([...path, key]);
    report(leftoverTraps({ text: written[key] ?? '', place }, inputs, fields));
  }
}

/** Inserts inputs into `given` or `when`. Reports a problem if the result is blank. */
function renderStory(
  { source, report }: EvalContext,
  path: Path,
  written: string | undefined,
  inputs: Readonly<Record<string, string>>,
): string {
  const text = render(written ?? '', inputs);
  if (written !== undefined && isBlank(text)) {
    report([
      problem('EVA_EMPTY:story', `"${short(String(path.at(-1)))}" is blank once its inputs are filled in`, {
        hint: 'give its input a value',
        at: source.place(path),
      }),
    ]);
  }
  return text;
}

/** Reports `scale` and `pass_threshold` in the judge of a scenario, which only rubrics of cases use. */
function checkJudge(context: EvalContext, path: Path): void {
  const { document, source, report } = context;
  report(judgeProblems(judgeLayers(context, path)));
  for (const key of ['scale', 'pass_threshold'] as const) {
    const own = [...path, 'judge', key];
    if (!document.holds(own)) continue;
    report([
      problem('EVA_UNKNOWN_KEY:judge_of_scenario', `"${key}" has no effect in the judge of a scenario`, {
        hint:
          key === 'scale'
            ? 'move it to the judge of an item of then:'
            : 'remove it: the criteria set the score that passes',
        at: source.place(own, 'key'),
      }),
    ]);
  }
  reportUnusedJudge(context, path, 'expected_behavior');
}

/** Returns the styles of `writing_style`: null for `false`, else the default texts, overridden per axis. */
function writingStyles(written: JsonValue | undefined): WritingStyles | null {
  if (written === false) return null;
  if (!isObject(written)) return defaultStyles;
  const texts = (axis: StyleAxis) => styleTexts(Object.hasOwn(written, axis) ? written[axis] : undefined);
  const entries = styleAxes.map((axis) => [axis, texts(axis) ?? defaultStyles[axis]] as const);
  return Object.fromEntries(entries) as WritingStyles;
}

/** Returns one or several texts as a list; undefined for none. */
function styleTexts(written: JsonValue | undefined): readonly string[] | undefined {
  const texts = [written].flat().filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts;
}

const usualTimeout = 60;

/** Settings that apply to models only. */
const ofModels = ['model', 'max_tokens', 'temperature', ...optionNames];

/** Reads the application of the scenario at a path; reports a problem and returns null without one. `layers` are the scenario's. */
function readApp(context: EvalContext, path: Path, layers: readonly Layer[], title: string | undefined): App | null {
  const { document } = context;
  const own = [...path, 'app'];
  if (context.hasFunction) return functionApp(context, path, layers);
  if (document.holds([...own, 'command'])) return commandApp(context, path, layers);
  if (document.holds([...own, 'env']) && document.lacks(own, 'command')) reportEnvAlone(context, own);
  const asked = [...context.variants.override, ...layerAt(context.source, own), ...layers];
  const settings = settingsOfCase(context, path, asked, title);
  if (settings) return { app: 'model', settings };
  const isSurely = ['model', 'command'].every((key) => document.lacks(own, key));
  if (isSurely && context.folder) return reportNoModel(context, path, title);
  if (isSurely && document.lacks(path, 'model') && context.namesModels) reportNoApp(context, path, title);
  return null;
}

function functionApp(context: EvalContext, path: Path, layers: readonly Layer[]): App {
  const { document, source, report } = context;
  reportIdle(context, path, ofModels, 'function');
  if (document.holds([...path, 'app'])) {
    const at = source.place([...path, 'app'], 'key');
    report([
      problem('EVA_APP_TWICE', 'the application is a function, but "app" names another one', {
        hint: 'remove "app", or pass no function',
        at,
      }),
    ]);
  }
  return { app: 'function', timeout_s: timeoutOf(layers) };
}

function commandApp(context: EvalContext, path: Path, layers: readonly Layer[]): App | null {
  const { document, source, report } = context;
  const own = [...path, 'app'];
  if (document.holds([...own, 'model'])) {
    report([
      problem('EVA_ONE_KEY:app', '"app" names a model and a program at once', {
        hint: 'keep one of them',
        at: source.place(own, 'key'),
      }),
    ]);
    return null;
  }
  reportIdle(context, path, ofModels, 'program');
  if (!document.isSound([...own, 'command'])) return null;
  const { command, env } = valueAt(source.value, own) as unknown as { command: string[]; env?: (string | null)[] };
  return {
    app: 'command',
    argv: command,
    env: [...new Set((env ?? []).filter((name) => name !== null))],
    timeout_s: timeoutOf(layers),
    at: source.place([...own, 'command']),
  };
}

function timeoutOf(layers: readonly Layer[]): number {
  return nearestNumber(layers, 'timeout_s') ?? usualTimeout;
}

function reportEnvAlone({ source, report }: EvalContext, own: Path): void {
  report([
    problem('EVA_MISSING_KEY:app_command', '"env" is for a program, but "app" has no command', {
      hint: 'add command: [program, argument, …], or remove "env"',
      at: source.place([...own, 'env'], 'key'),
    }),
  ]);
}

function reportNoApp({ source, report }: EvalContext, path: Path, title: string | undefined): void {
  report([
    problem(
      'EVA_NO_APP',
      `${title === undefined ? 'the scenario' : `scenario ${quoted(title)}`} has no application under test`,
      { hint: 'pass a function, or set app: { model: … } or app: { command: […] }', at: source.place(path) },
    ),
  ]);
}
