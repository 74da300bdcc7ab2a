import type { BaseUrlFlaw, BaseUrlFlawKind, BaseUrlForm } from '../data/base-url.js';

interface Seconds {
  readonly seconds: number;
}

interface Host {
  readonly host: string;
  /** The error code of Node, such as `ECONNREFUSED`. */
  readonly reason: string;
}

/** The messages of one attempt that gave no usable reply (`ProviderFailure`). */
export const attemptTexts = {
  timeout: ({ seconds }: Seconds) => `no answer within ${seconds} s`,
  no_connection: ({ host, reason }: Host) => `no connection to ${host} (${reason})`,
  unknown_authority: ({ host, reason }: Host) =>
    `the certificate of ${host} is of an authority that Node does not know (${reason})`,
  no_connection_to_server: () => 'no connection to the server',
  bad_address: () => 'the base URL is not an http or https address',
  answer_too_large: () => 'the answer is larger than 32 MB',
  answer_cut: () => 'the connection broke in the middle of the answer',
  answer_unreadable: ({ error }: { readonly error: string }) => `eva cannot read the answer (${error})`,
  no_credentials: ({ cloud, reason }: { readonly cloud: string; readonly reason: string }) =>
    `no credentials of ${cloud}: ${reason}`,
  sdk_failed: () => 'the Anthropic SDK failed',
  not_a_completion: () => 'the answer is not a chat completion',
  call_without_name: () => 'the answer has a tool call without a name',
  calls_no_list: () => 'the answer has tool_calls that are no list',
  function_call: () => 'the answer has a function_call, the old form of tool_calls',
  no_call: () => 'the answer ends with a tool call, and it has none',
  not_a_response: () => 'the answer is not a response of the Responses protocol',
  not_finished: () => 'the answer is a response that has not ended',
  not_an_item: () => 'the answer has an item or a part that is no JSON object',
  other_role: () => 'the answer has a message whose role is not assistant',
  not_an_embedding: () => 'the answer is not one embedding',
  not_a_message: () => 'the answer is not a message of the Messages API',
  not_a_block: () => 'the answer has a content block that is no JSON object',
  not_a_text: () => 'the answer has a text block without a text',
  not_a_content: () => 'the answer has a content that is neither a text nor a list',
  redirect: () => 'the server redirects: set the base URL to the final address',
  web_page: () => 'the server sent a web page, so its address is probably not that of an API',
  stream: () =>
    'the server sent a stream of events (SSE), and eva asked for one answer in JSON: switch off streaming there',
  broken_off: ({ word }: { readonly word: string }) => `the server broke off the reply ("${word}")`,
  no_reason: () => 'the server gave no reason',
  program_answer: ({ flaw }: { readonly flaw: string }) => `the program did not answer in the JSON format: ${flaw}`,
  program_output: () => 'the program printed more than 32 MB',
  claude_no_result: () => 'claude printed no result',
  claude_command: () =>
    'claude took the prompt for one of its own commands and called no model: do not begin the prompt with a slash',
  not_a_batch: () => 'the answer is not a batch of the Message Batches API',
  not_a_batch_list: () => 'the answer is not a list of the Message Batches API',
  batch_list_endless: ({ pages }: { readonly pages: number }) => `the list of batches has more than ${pages} pages`,
  batch_endless: ({ hours }: { readonly hours: number }) => `the batch has not ended after ${hours} h`,
  batch_expired: () => 'the batch expired before it reached this request',
  batch_canceled: () => 'the batch was canceled before it reached this request',
  batch_no_result: () => 'the batch ended without a result for this request',
  batch_unknown_result: () => 'the batch has a result for this request that eva cannot read',
  results_cut: () => 'the connection broke in the middle of the batch results',
  results_line_too_long: () => 'a line of the batch results is longer than 32 MiB',
  results_line_not_json: () => 'a line of the batch results is not a JSON object',
  results_missing: ({ found, total }: { readonly found: string; readonly total: string }) =>
    `the batch results are incomplete: ${found} of ${total}`,
} as const;

/** Messages and hints by kind of flaw. A message follows the name of the setting. They never quote the address. */
const texts: Readonly<
  Record<BaseUrlFlawKind, (example: string, path: string) => { readonly message: string; readonly hint: string }>
> = {
  too_long: (example) => ({ message: 'is longer than 2,000 characters', hint: `write it as ${example}` }),
  credentials: () => ({
    message: 'contains a user name or a password',
    hint: 'remove everything up to the @, and put a key into an environment variable',
  }),
  not_http: (example) => ({ message: 'is not an http or https address', hint: `write it as ${example}` }),
  characters: (example) => ({ message: 'contains white space or a backslash', hint: `write it as ${example}` }),
  query: () => ({
    message: 'contains a "?"',
    hint: 'remove everything from the ? on: eva appends paths to the address',
  }),
  fragment: () => ({
    message: 'contains a "#"',
    hint: 'remove everything from the # on: eva appends paths to the address',
  }),
  deployment: (example) => ({
    message: 'is the address of one deployment',
    hint: `write it as ${example}, and the deployment as the name of the model`,
  }),
  path: (example) => ({
    message: 'ends with a path that is not part of a base URL',
    hint: `write it as ${example}, with or without /openai/v1`,
  }),
  request: (example, path) => ({
    message: `ends with ${path}, the path of a request`,
    hint: `remove ${path}, which eva appends itself: write it as ${example}`,
  }),
  v1: () => ({ message: 'ends with /v1', hint: 'remove the /v1: eva appends the path of the API' }),
};

/** Returns the texts of a flaw of a base URL. The message follows the name of the setting. */
export function baseUrlText({ kind, path = '', ...form }: BaseUrlFlaw): {
  readonly message: string;
  readonly hint: string;
} {
  return texts[kind](baseUrlExample(form), path);
}

/** Returns a base URL of this form, for hints. */
export function baseUrlExample({ endsWithV1, isResource }: BaseUrlForm): string {
  if (isResource) return 'https://NAME.openai.azure.com';
  return endsWithV1 ? 'https://host/v1' : 'https://host';
}
