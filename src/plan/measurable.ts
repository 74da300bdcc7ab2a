import { problem } from '#errors/index.js';
import { findMetric } from '#metrics/index.js';
import type { Metric } from '#metrics/metric.js';
import { type Case, type Expectation, modelUnderTest } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { priceOf } from '#model/reply/price.js';
import { routeModel } from '#provider/model-name.js';

/** A problem for each metric that surely no trial of the case will have: its criteria would be paid for and decide nothing. */
export function unmeasurable({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  const model = modelUnderTest(subject);
  if (!model) return [];
  const result = routeModel(model.model, config.providers);
  if (!('route' in result)) return [];
  return expectations.flatMap((expectation) => {
    const metric = metricOf(expectation);
    if (!metric) return [];
    const place = expectation.at ?? at;
    if (needsTokens(metric) && !result.route.can.tokenCounts) return [withoutTokens(metric.name, model.model, place)];
    return metric.unit === 'USD' && !priceOf(config.prices, result.route.model)
      ? [withoutPrice(result.route.model, place)]
      : [];
  });
}

function metricOf({ grader }: Expectation): Metric | undefined {
  return grader.grader === 'metric' ? findMetric(grader.params.metric) : undefined;
}

function needsTokens({ unit }: Metric): boolean {
  return unit === 'USD' || unit === 'tokens';
}

function withoutTokens(metric: string, model: string, at: Place | undefined): Problem {
  const message = `${metric} needs a count of tokens, and the replies of ${model} have none`;
  const hint = 'take it out, or ask a model whose provider counts tokens';
  return problem('EVA_NO_TOKENS', message, { at, hint });
}

function withoutPrice(model: string, at: Place | undefined): Problem {
  const hint = `write in eva.yml, in USD per million tokens: prices: { ${model}: { input: …, output: … } }`;
  return problem('EVA_NO_PRICE', `cost needs a price for ${model}`, { at, hint });
}
