import type { ListedModel } from './list-price.js';

/**
 * Returns the Claude model that a name at Amazon Bedrock means: `global.anthropic.claude-opus-5-5`, or one with a region or without.
 * Undefined for other models, and for profiles with names of their own.
 */
export function bedrockModel(name: string): ListedModel | undefined {
  const form =
    /^(?:arn:[^/]{1,200}:(?:inference-profile|foundation-model)\/)?(?:(global|us|eu|jp|apac|au|ca)\.)?anthropic\.(claude-[a-z0-9-]{1,60})(?::\d+)?$/;
  const [, region, model] = form.exec(name) ?? [];
  if (model === undefined) return undefined;
  const place = region === 'global' ? 'global' : 'regional';
  return { seller: 'anthropic', model: model.replace(/-v\d+$/, ''), place };
}

/** Returns the Claude model that a name at Google Vertex AI means: `claude-opus-5-5`, or `claude-opus-4-5@20251101` with its snapshot. */
export function vertexModel(name: string, region: string | undefined): ListedModel | undefined {
  const [, model, snapshot = ''] = /^(claude-[a-z0-9-]{1,60})(@\d{8}|@default)?$/.exec(name) ?? [];
  if (model === undefined) return undefined;
  const dated = /^@\d/.test(snapshot) ? `${model}-${snapshot.slice(1)}` : model;
  return { seller: 'anthropic', model: dated, place: region === 'global' ? 'global' : 'regional' };
}
