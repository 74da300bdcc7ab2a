import type { SubjectSettings } from '#model/case/settings.js';
import type { RequestOptions } from '#model/reply/model-options.js';

/**
 * Returns the options of a request to a type of provider, undefined if no file sets one. Every trial has a sampling seed of its own: with one
 * seed, all trials would be copies of one.
 */
export function requestOptions(settings: SubjectSettings, type: string, trial: number): RequestOptions | undefined {
  const { top_p, top_k, stop, sampling_seed, reasoning, response_format, tools, tool_choice } = settings;
  const extra = settings.extra && Object.hasOwn(settings.extra, type) ? settings.extra[type] : undefined;
  const options: RequestOptions = {
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop && { stop }),
    ...(sampling_seed !== undefined && { sampling_seed: sampling_seed + trial }),
    ...(reasoning && { reasoning }),
    ...(response_format && { response_format }),
    ...(tools && { tools }),
    ...(tool_choice && { tool_choice }),
    ...(extra && { extra }),
  };
  return Object.keys(options).length === 0 ? undefined : options;
}
