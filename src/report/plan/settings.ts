import type { SubjectSettings } from '#model/case/settings.js';
import { modelUnderTest } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import type { RunPlan } from '#model/run/run.js';
import { plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';

/** The maximum number of different settings that are listed. */
const mostListed = 5;

/** Renders the options that the files set for models under test: `claude-opus-4-7  top_p 0.5 · tools search, refund`. Empty without any. */
export function settingsLines({ cases }: RunPlan, screen: Screen): string[] {
  const texts = cases.flatMap(({ subject }) => {
    const settings = modelUnderTest(subject);
    const parts = settings ? partsOf(settings) : [];
    return settings && parts.length > 0 ? [`${settings.model}  ${parts.join(' · ')}`] : [];
  });
  const groups = [...groupBy(texts, (text) => text)];
  const more = groups.length - mostListed;
  const lines = groups
    .slice(0, mostListed)
    .map(([text, own]) => (own.length === cases.length ? text : `${text}  (${plural(own.length, 'case')})`));
  return [...lines, ...(more > 0 ? [`… ${plural(more, 'more combination')} of settings`] : [])].flatMap((line) =>
    wrap(visible(line), usableWidth(screen) - 5).map((part, i) =>
      screen.paint.dim(`${i === 0 ? '   ' : '     '}${part}`),
    ),
  );
}

function partsOf(settings: SubjectSettings): readonly string[] {
  const { temperature, top_p, top_k, sampling_seed, stop, reasoning, tools, tool_choice, extra } = settings;
  const numbers = Object.entries({ temperature, top_p, top_k, sampling_seed }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return [
    ...numbers,
    ...(stop ? [`stop ${JSON.stringify(stop)}`] : []),
    ...(reasoning
      ? [`reasoning ${'effort' in reasoning ? reasoning.effort : `${reasoning.budget_tokens} tokens`}`]
      : []),
    ...formatParts(settings),
    ...(tools ? [`tools ${tools.map(({ name }) => name).join(', ')}`] : []),
    ...(tool_choice ? [`tool_choice ${typeof tool_choice === 'string' ? tool_choice : tool_choice.tool}`] : []),
    ...Object.entries(extra ?? {}).map(([type, keys]) => `extra for ${type}: ${Object.keys(keys).join(', ')}`),
  ];
}

function formatParts({ response_format: format }: SubjectSettings): readonly string[] {
  if (format === undefined) return [];
  return [format === 'json' ? 'response_format json' : `response_format ${format.name ?? 'response'} (a schema)`];
}
