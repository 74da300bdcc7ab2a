import type { ComponentChildren, VNode } from 'preact';
import { type Case, modelUnderTest } from '#model/case.js';
import type { Body, BodyPart } from '#model/prompt.js';
import type { RunPlan } from '#model/run/run.js';
import { costWords } from '#report/formats/run-words.js';
import { itemsParts } from '#report/run/dataset-block.js';
import { count, duration, ordinal, plural } from '#report/text/numbers.js';
import { factTexts, numberOf } from '#report/view/facts.js';
import type { View } from '#report/view/view.js';
import { Shown, ShownLines } from '../text.js';
import { RunHeading } from './header.js';
import { repliesText } from './run-words.js';
import { type Level, labelledBy, levelIn, type RunScope } from './scope.js';
import { whenText } from './top.js';

interface HowProps {
  readonly view: View;
  readonly plan: RunPlan;
  readonly scope: RunScope;
}

export function HowItWasRun({ view, plan, scope }: HowProps): VNode {
  const id = scope.isOnly ? 'how' : `${scope.key}-how`;
  return (
    <section id={id} {...labelledBy(scope, `h-${id}`)}>
      <RunHeading level={levelIn(scope, 2)} kind="section" id={`h-${id}`}>
        How it was run
      </RunHeading>
      <dl>
        {rowsOf(view, plan).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <details class="more">
        <summary>The prompt</summary>
        <BodyText body={plan.body} />
      </details>
      {scope.isOnly ? <Limits level={3} /> : null}
    </section>
  );
}

export function Limits({ level }: { readonly level: Level }): VNode {
  return (
    <>
      <RunHeading level={level} kind="minor">
        What this does not say
      </RunHeading>
      <p class="small">
        It is about these cases, judged this way, by this model, at this time. A judge that is a model has a taste of
        its own, and somebody chose the cases. “Inconclusive” is about the size of the sample, “failed” about this bar.
      </p>
    </>
  );
}

type Row = readonly [name: string, value: ComponentChildren];

function rowsOf(view: View, plan: RunPlan): readonly Row[] {
  const judges = factTexts(view, 'judge');
  const [input, output] = [numberOf(view, 'input_tokens'), numberOf(view, 'output_tokens')];
  const tokens = input + output === 0 ? '' : `${count(input)} in, ${count(output)} out`;
  const replies = repliesText(view);
  return [
    ['run', <Code raw={view.run_id.raw} />],
    ...row('began', whenText(view.started_at).replace(/^ · /, '')),
    ['prompt', <PromptText view={view} />],
    ...(modelsOf(plan.cases).map((words) => ['model', <Shown text={{ raw: words }} />]) as Row[]),
    ...row('judge', judges.length > 0 ? <Shown text={{ raw: judges.join(', ') }} /> : ''),
    ...row('replies', replies),
    ...row('tokens', tokens),
    ...row('cost', costWords(view) ?? ''),
    ...row('took', numberOf(view, 'duration') > 0 ? duration(numberOf(view, 'duration')) : ''),
    ...row('timeouts', timeoutsText(view)),
    ...dataRows(view),
    ...row('evidence', <EvidenceText view={view} />),
  ];
}

function row(name: string, value: ComponentChildren): readonly Row[] {
  return value === '' ? [] : [[name, value]];
}

function Code({ raw }: { readonly raw: string }): VNode {
  return (
    <code>
      <Shown text={{ raw }} />
    </code>
  );
}

/** The length of a digest that people compare. */
const digestLength = 12;

function PromptText({ view }: { readonly view: View }): VNode {
  const [digest] = factTexts(view, 'prompt_digest');
  return (
    <>
      <Shown text={view.title} />
      {digest === undefined ? null : (
        <>
          , digest <Code raw={digest.slice(0, digestLength)} />
        </>
      )}
    </>
  );
}

function modelsOf(cases: readonly Case[]): readonly string[] {
  const words = cases.flatMap(({ subject }) => {
    const settings = modelUnderTest(subject);
    if (!settings) return [];
    const { model, temperature, max_tokens } = settings;
    return [`${model}, temperature ${temperature ?? 'default'}, max_tokens ${count(max_tokens)}`];
  });
  return [...new Set(words)];
}

function timeoutsText(view: View): string {
  const [failed, again] = [numberOf(view, 'timed_out_trials'), numberOf(view, 'calls_made_again')];
  return [
    ...(failed > 0 ? [`${plural(failed, 'trial')} failed on a timeout`] : []),
    ...(again > 0 ? [`${plural(again, 'call')} made again`] : []),
  ].join(', ');
}

function dataRows({ cases }: View): readonly Row[] {
  const texts = cases.flatMap(({ dataset }) => (dataset ? [itemsParts(dataset).join(', ')] : []));
  return [...new Set(texts)].map((raw) => ['data', <Shown text={{ raw }} />] as const);
}

function EvidenceText({ view }: { readonly view: View }): VNode {
  const [freshness] = factTexts(view, 'evidence');
  const [oldest] = factTexts(view, 'oldest_reply');
  const [path] = factTexts(view, 'row');
  const attempt = numberOf(view, 'attempt');
  const parts = [
    ...(freshness === 'fresh' ? ['fits the files as they are now'] : []),
    ...(freshness === 'stale' ? ['the files have changed since'] : []),
    ...(oldest === undefined ? [] : [`oldest reply${whenText(oldest).replace(/^ ·/, ' of')}`]),
    ...(attempt > 0 ? [`${ordinal(attempt)} attempt`] : []),
    path === undefined ? 'no row written' : `row in ${path}`,
  ];
  return <Shown text={{ raw: parts.join('; ') }} />;
}

function BodyText({ body }: { readonly body: Body }): VNode {
  if (typeof body === 'string') {
    return (
      <pre dir="auto">
        <ShownLines text={{ raw: body }} />
      </pre>
    );
  }
  return (
    <>
      {body.map(({ role, content }) => (
        <div class="pair">
          <span>{role}</span>
          <pre dir="auto">
            <ShownLines text={{ raw: typeof content === 'string' ? content : content.map(partText).join('\n') }} />
          </pre>
        </div>
      ))}
    </>
  );
}

function partText(part: BodyPart): string {
  if ('text' in part) return part.text;
  return `[file ${typeof part.file === 'string' ? part.file : JSON.stringify(part.file)}]`;
}
