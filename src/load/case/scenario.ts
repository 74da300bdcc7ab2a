import { problem } from '#errors/index.js';
import type { App, Case, ConversationSubject } from '#model/case.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { EvalScenario } from '#model/documents.gen.js';
import { isBlank } from '#model/text/characters.js';
import { render } from '#model/text/placeholder.js';
import { defaultStyles, type StyleAxis, styleAxes, type WritingStyles } from '#model/writing-style.js';
import { type Layer, layerAt, nearestNumber } from '../source/layer.js';
import { type Path, valueAt } from '../source/path.js';
import type { YamlSource } from '../source/yaml-source.js';
import { readApp } from './app.js';
import { reportUnusedJudge } from './behavior.js';
import { caseFacts } from './case.js';
import type { EvalContext } from './eval-context.js';
import { readCaseInputs } from './inputs/case-inputs.js';
import { bodyText, type TemplateText } from './inputs/compare-inputs.js';
import { judgeLayers, judgeProblems } from './judge.js';
import { builtInJudge, modelSettings, unnamedModel } from './settings.js';
import { readThen } from './then.js';

const builtInTurns = 10;

/** The default settings of a simulated user: those of a judge. */
const builtInUser = builtInJudge;

/** Reads an entry of `scenarios:` and reports all its problems; undefined if they leave no case. */
export function readScenario(context: EvalContext, path: Path, written: Partial<EvalScenario>): Case | undefined {
  const { title, given, when } = written;
  const layers = [...layerAt(context.source, path), ...context.defaults];
  const app = readApp(context, path, layers, title);
  const subject = readSubject(context, path, written, { app: app ?? { app: 'model', settings: unnamedModel }, layers });
  const expectations = readThen(context, [...path, 'then'], layers, subject);
  checkJudge(context, path);
  if (!app || title === undefined || given === undefined || when === undefined) return undefined;
  return { name: title, subject, ...caseFacts(context, path, layers, expectations), expectations };
}

/** Returns the settings of `user_simulator` in the defaults of files, the nearest first. */
export function simulatorLayers(sources: readonly (YamlSource | null)[]): readonly Layer[] {
  return sources.flatMap((source) => layerAt(source, ['defaults', 'user_simulator']));
}

function readSubject(
  context: EvalContext,
  path: Path,
  written: Partial<EvalScenario>,
  { app, layers }: { readonly app: App; readonly layers: readonly Layer[] },
): ConversationSubject {
  const inputs = readCaseInputs(context, path, templateTexts(context, path, written, app));
  const simulator = [...layerAt(context.source, [...path, 'user_simulator']), ...context.simulatorDefaults];
  return {
    kind: 'conversation',
    given: renderStory(context, [...path, 'given'], written.given, inputs),
    when: renderStory(context, [...path, 'when'], written.when, inputs),
    inputs,
    max_turns: nearestNumber([...layers.slice(0, 1), ...simulator], 'max_turns') ?? builtInTurns,
    app,
    user_simulator: modelSettings(simulator, builtInUser),
    writing_style: writingStyles(valueAt(context.source.value, [...path, 'writing_style'])),
    seed: nearestNumber(layers, 'seed') ?? 0,
  };
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

/** Inserts inputs into `given` or `when`. Reports a problem if the result is blank. */
function renderStory(
  { source, report }: EvalContext,
  path: Path,
  written: string | undefined,
  inputs: Readonly<Record<string, string>>,
): string {
  const text = render(written ?? '', inputs);
  if (written !== undefined && isBlank(text)) {
    report([problem('EVA_EMPTY:story', { key: String(path.at(-1)) }, { at: source.place(path) })]);
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
    report([problem('EVA_UNKNOWN_KEY:judge_of_scenario', { key }, { at: source.place(own, 'key') })]);
  }
  reportUnusedJudge(context, path, 'expected_behavior');
}

/** Returns the styles of `writing_style`: null for `false`, else the default texts, overridden per axis. */
export function writingStyles(written: JsonValue | undefined): WritingStyles | null {
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
