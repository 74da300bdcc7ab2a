import type { App, Case, ConversationSubject } from '#model/case.js';
import type { EvalScenario, StyleChoice } from '#model/documents.gen.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { defaultStyles, styleAxes, type WritingStyles } from '#model/settings.js';
import { isBlank } from '#model/text/characters.js';
import { quoted, render, short } from '#model/text/quoted.js';
import { type CaseDataset, readCaseDataset } from '../case-data/case-items.js';
import { optionNames } from '../settings/model-options.js';
import { providerLacks } from '../settings/provider-lacks.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { type Layer, nearestValue } from '../source/layer.js';
import { leftoverTraps } from '../traps/text-traps.js';
import { bracesInTexts } from './braces.js';
import { caseFacts, noModel } from './case.js';
import { readCaseInputs, readConstants, readInputFiles, sharedInputs } from './case-inputs.js';
import { builtInJudge, idleKeys, modelSettings, settingsOfCase, unnamedModel } from './case-settings.js';
import { bodyTextOf, type TemplateText } from './compare-inputs.js';
import { readThen } from './expectations.js';
import { findReferences, type References, referredInputs, unknownReferences } from './find-references.js';
import { judgeLayers, judgeProblems, unusedJudge } from './judges.js';
import { type Choice, defaultLayers, type EvalFiles, type Findings } from './reading.js';
import { reportVariantsOfCase } from './variant-problems.js';

const builtInTurns = 10;

/** Reads an entry of `scenarios:` and reports all its problems; undefined if they leave no case. */
export function readScenario(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
): Case | undefined {
  const { report } = findings;
  const { title } = entry.value as unknown as EvalScenario;
  const layers = [...entry.layers(), ...defaultLayers(files, choice)];
  const app = readApp(files, choice, findings, entry, layers);
  const references = findReferences(files, entry);
  const known: App = app ?? { app: 'model', settings: unnamedModel };
  const { subject, dataset } = readSubject(files, choice, findings, entry, { app: known, layers, references });
  const items = dataset?.items ?? null;
  const inputs = sharedInputs(subject.inputs, dataset);
  const expectations = readThen(files, choice, findings, entry.in('then'), layers, { subject, items, inputs });
  report(unknownReferences(files, entry, references));
  reportVariantsOfCase(files, choice, entry, report);
  const ofApp = [...choice.variants.override, ...entry.in('app').layers(), ...layers];
  report([...providerLacks(files, choice, entry, ofApp, subject), ...judgeProblemsOf(files, entry)]);
  if (!app) return undefined;
  const facts = caseFacts(choice, findings, entry, layers, { name: title, expectations, dataset });
  return { name: title, subject, ...facts, expectations };
}

/** The parts of a scenario that its subject depends on. */
interface ScenarioParts {
  readonly app: App;
  readonly layers: readonly Layer[];
  readonly references: References;
}

function readSubject(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
  { app, layers, references }: ScenarioParts,
): { readonly subject: ConversationSubject; readonly dataset: CaseDataset | null } {
  const { report } = findings;
  const isModel = app.app === 'model';
  if (isModel) report(openingProblem(files));
  const asFiles = isModel ? (files.prompt?.body_places?.files ?? []) : [];
  const constants = readConstants(files, entry, asFiles, report);
  const written = entry.value as unknown as EvalScenario;
  const texts: readonly TemplateText[] = [
    ...(isModel ? bodyTextOf(files, entry) : []),
    ...storyKeys.map((key) => ({ text: written[key], at: () => entry.in(key).place() })),
  ];
  const tools = isModel ? app.settings.tools : undefined;
  const parts = { constants, texts, files: asFiles, references, layers, tools };
  const dataset = readCaseDataset(files, choice, findings, entry, parts);
  const { used, problems, names } = referredInputs(files, references, constants, dataset);
  const inputs = readCaseInputs(files, choice, findings, entry, constants, { texts, dataset, used });
  const media = readInputFiles(files, entry, asFiles, { constants, inputs, dataset }, report);
  report([
    ...problems,
    ...leftovers(files, entry, written, new Set(names.fields)),
    ...bracesInTexts(files, entry, names),
  ]);
  // The items of a data set fill the texts when they are asked.
  const story = (key: (typeof storyKeys)[number]) =>
    dataset ? written[key] : renderStory(entry.in(key), written[key], inputs, report);
  const simulator = [...entry.in('user_simulator').layers(), ...files.simulatorDefaults];
  const subject: ConversationSubject = {
    kind: 'conversation',
    given: story('given'),
    when: story('when'),
    inputs,
    ...(Object.keys(media).length > 0 && { files: media }),
    max_turns: nearestValue([...layers.slice(0, 1), ...simulator], 'max_turns') ?? builtInTurns,
    app,
    user_simulator: modelSettings(simulator, builtInJudge),
    writing_style: writingStyles(written.writing_style),
    seed: nearestValue(layers, 'seed') ?? 0,
  };
  return { subject, dataset };
}

/** The texts of a scenario that use inputs. */
const storyKeys = ['given', 'when'] as const;

/** Lists the problem of a body that ends with a message from the user, who speaks next. */
function openingProblem({ prompt }: EvalFiles): readonly Problem[] {
  if (!prompt?.body_places || typeof prompt.body === 'string' || prompt.body.at(-1)?.role !== 'user') return [];
  return [
    problem('EVA_BAD_VALUE:user_last', 'the last message is from the user, but the simulated user speaks next', {
      hint: 'add an answer with role: assistant, or move the message to "when" of the scenario',
      at: prompt.body_places.roles.at(-1),
    }),
  ];
}

/** Lists marks of other template languages in `given` and `when` of a prompt's scenario. */
function leftovers(
  { prompt, named }: EvalFiles,
  entry: DocumentPart,
  written: EvalScenario,
  fields: ReadonlySet<string>,
): readonly Problem[] {
  if (!prompt || !named.folder || prompt.braces === 'literal') return [];
  const inputs = new Set(prompt.inputs.map(({ name }) => name));
  return storyKeys.flatMap((key) =>
    leftoverTraps({ text: written[key], place: () => entry.in(key).place() }, inputs, fields),
  );
}

/** Inserts inputs into `given` or `when`. Reports a problem if the result is blank. */
function renderStory(
  part: DocumentPart,
  written: string,
  inputs: Readonly<Record<string, string>>,
  report: ReportProblems,
): string {
  const text = render(written, inputs);
  if (isBlank(text))
    report([
      problem('EVA_EMPTY:story', `"${short(String(part.path.at(-1)))}" is blank once its inputs are filled in`, {
        hint: 'give its input a value',
        at: part.place(),
      }),
    ]);
  return text;
}

/** Lists contradictions in the judge of a scenario, `scale` and `pass_threshold`, which only rubrics of cases use, and a judge without use. */
function judgeProblemsOf(files: EvalFiles, entry: DocumentPart): readonly Problem[] {
  const ofRubrics = (['scale', 'pass_threshold'] as const).filter((key) => entry.in('judge', key).isWritten);
  return [
    ...judgeProblems(judgeLayers(files, entry)),
    ...ofRubrics.map((key) =>
      problem('EVA_UNKNOWN_KEY:judge_of_scenario', `"${key}" has no effect in the judge of a scenario`, {
        hint:
          key === 'scale'
            ? 'move it to the judge of an item of then:'
            : 'remove it: the criteria set the score that passes',
        at: entry.in('judge', key).placeOfKey(),
      }),
    ),
    ...unusedJudge(entry, 'expected_behavior'),
  ];
}

/** Returns the styles of `writing_style`: null for `false`, else the default texts, overridden per axis. */
function writingStyles(written: StyleChoice | undefined): WritingStyles | null {
  if (written === false) return null;
  const own = typeof written === 'object' ? written : {};
  const entries = styleAxes.map((axis) => [axis, own[axis] === undefined ? defaultStyles[axis] : [own[axis]].flat()]);
  return Object.fromEntries(entries);
}

const usualTimeout = 60;

/** Settings that apply to models only. */
const ofModels = ['model', 'max_tokens', 'temperature', ...optionNames];

/** Reads the application of a scenario; reports a problem and returns null without one. `layers` are the scenario's. */
function readApp(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
  layers: readonly Layer[],
): App | null {
  const { report } = findings;
  const { title } = entry.value as unknown as EvalScenario;
  const app = entry.in('app');
  const [command, env] = [app.in('command'), app.in('env')];
  if (choice.hasFunction) {
    report([...idleKeys(entry, ofModels, 'function'), ...appBesideFunction(app)]);
    return { app: 'function', timeout_s: timeoutOf(layers) };
  }
  if (command.isWritten) return commandApp(entry, layers, report);
  if (env.isWritten)
    report([
      problem('EVA_MISSING_KEY:app_command', '"env" is for a program, but "app" has no command', {
        hint: 'add command: [program, argument, …], or remove "env"',
        at: env.placeOfKey(),
      }),
    ]);
  const asked = [...choice.variants.override, ...app.layers(), ...layers];
  const settings = settingsOfCase(files, choice, findings, entry, asked, title);
  if (settings) return { app: 'model', settings };
  if (files.named.folder) report(noModel(files, entry, title));
  else if (files.knowsDefaults)
    report([
      problem('EVA_NO_APP', `scenario ${quoted(title)} has no application under test`, {
        hint: 'pass a function, or set app: { model: … } or app: { command: […] }',
        at: entry.place(),
      }),
    ]);
  return null;
}

function appBesideFunction(app: DocumentPart): readonly Problem[] {
  if (!app.isWritten) return [];
  return [
    problem('EVA_APP_TWICE', 'the application is a function, but "app" names another one', {
      hint: 'remove "app", or pass no function',
      at: app.placeOfKey(),
    }),
  ];
}

function commandApp(entry: DocumentPart, layers: readonly Layer[], report: ReportProblems): App | null {
  const app = entry.in('app');
  if (app.in('model').isWritten) {
    report([
      problem('EVA_ONE_KEY:app', '"app" names a model and a program at once', {
        hint: 'keep one of them',
        at: app.placeOfKey(),
      }),
    ]);
    return null;
  }
  report(idleKeys(entry, ofModels, 'program'));
  const { command, env = [] } = app.value as unknown as { command: string[]; env?: string[] };
  return {
    app: 'command',
    argv: command,
    env: [...new Set(env)],
    timeout_s: timeoutOf(layers),
    at: app.in('command').place(),
  };
}

function timeoutOf(layers: readonly Layer[]): number {
  return nearestValue(layers, 'timeout_s') ?? usualTimeout;
}
