import { isObject } from '#model/data/json.js';
import type { ModelRequest, Part, ReadMedia, Reply, ReplyUsage, StopReason } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { readCallsAndSteps } from '#model/reply/reported-calls.js';
import { quoted } from '#model/text/quoted.js';
import { asCount, asObject, billedTokens, parseJson } from '../http/answer-fields.js';
import type { ProgramResult } from '../process/run-program.js';
import { loadPrograms, programEnvironment } from '../process/start-program.js';
import { failureText, fileReader, type Provider, ProviderFailure } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { describeEnd, type ProgramConfig, programOf, promptText, runForReply } from './program-reply.js';

export function openCommandProgram(options: CreateOptions): Provider {
  const { config, env, withheld } = options;
  const program = programOf(config.command ?? [], programEnvironment(env, withheld), options);
  return createCommand({ ...program, isJson: config.format === 'json' });
}

interface CommandConfig extends ProgramConfig {
  readonly name: string;
  /** True if the program reads and prints JSON objects. */
  readonly isJson?: boolean;
}

/**
 * Opens a program that reads the request on standard input and prints the reply: as JSON objects, or as texts, of which eva removes one
 * newline at the end. Any exit code but 0 is a failed attempt: eva could mistake the text of an error for a reply.
 */
export function createCommand(config: CommandConfig): Provider {
  return {
    name: config.name,
    environment: config.env,
    load: loadPrograms,
    async send(request, options) {
      const input = config.isJson ? await toProgramInput(request, options.readFile) : promptText(request);
      const result = await runForReply(config, input, options);
      if (result.exit_code !== 0) throw new ProviderFailure('process', describeEnd(config, result));
      const answer = config.isJson
        ? readProgramOutput(result, config.redact)
        : {
            text: result.stdout.replace(/\r?\n$/, ''),
            stop: 'end' as const,
            usage: { input_tokens: null, output_tokens: null },
          };
      if ('flaw' in answer) {
        const message = failureText(config.redact(attemptTexts.program_answer(answer)));
        throw new ProviderFailure('broken_body', message);
      }
      return { ...answer, latency_s: result.duration_ms / 1000, model: request.model };
    },
  };
}

/** Returns the JSON object that a program with `format: json` reads. Reads the files of its messages as base64. */
async function toProgramInput(
  { model, system, messages, max_tokens, temperature, options }: ModelRequest,
  readFile?: ReadMedia,
): Promise<string> {
  const read = fileReader(readFile);
  const { tools = [], ...settings } = options ?? {};
  return JSON.stringify({
    model,
    system: system ?? null,
    messages: await Promise.all(
      messages.map(async ({ role, content, parts }) => ({
        role,
        content: parts ? await Promise.all(parts.map((part) => partOf(part, read))) : content,
      })),
    ),
    tools,
    settings: { max_tokens, ...(temperature !== undefined && { temperature }), ...settings },
  });
}

async function partOf(part: Part, read: ReadMedia): Promise<object> {
  if ('text' in part) return { text: part.text };
  const { media_type } = part.file;
  return { file: { media_type, data: await read(part.file) } };
}

const keys = ['text', 'tool_calls', 'steps', 'usage', 'stop'];
const stops: readonly StopReason[] = ['end', 'tool_call', 'max_tokens', 'refusal'];

type ProgramAnswer = Pick<Reply, 'text' | 'tool_calls' | 'steps' | 'usage' | 'stop'>;

/**
 * Reads the JSON object that a program prints. Returns the flaw, which may quote the program, if it has another form. `redact` masks keys
 * before a quoted text is shortened.
 */
export function readProgramOutput(
  { stdout, stdout_is_utf8 }: Pick<ProgramResult, 'stdout' | 'stdout_is_utf8'>,
  redact: (text: string) => string,
): ProgramAnswer | { readonly flaw: string } {
  if (!stdout_is_utf8) return { flaw: 'the output is not UTF-8' };
  const answer = asObject(parseJson(stdout));
  if (!answer) return { flaw: describeOutput(redact(stdout.trim())) };
  const unknown = Object.keys(answer).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    return { flaw: `the output has the unknown key ${quoted(unknown)} (the keys are ${keys.join(', ')})` };
  const { text } = answer;
  if (typeof text !== 'string') return { flaw: 'the output has no "text" that is a text' };
  const reported = readCallsAndSteps({ tool_calls: answer['tool_calls'], steps: answer['steps'] });
  if ('flaw' in reported) return reported;
  const usage = usageOf(answer['usage']);
  if (!usage)
    return {
      flaw: '"usage" is no mapping of input_tokens, output_tokens and total_tokens to whole numbers, and of cost_usd to a number',
    };
  const calls = reported.tool_calls?.length ?? 0;
  const { stop: said = calls > 0 ? 'tool_call' : 'end' } = answer;
  const stop = stops.find((word) => word === said);
  if (stop === 'tool_call' && calls === 0) return { flaw: '"stop" is tool_call, and "tool_calls" has no call' };
  return stop ? { text, ...reported, usage, stop } : { flaw: `"stop" is not one of ${stops.join(', ')}` };
}

/** Says why an output is no answer: with its first line that begins no object, such as a log beside the answer. */
function describeOutput(output: string): string {
  if (output === '') return 'the output is empty';
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.find((line) => !/^\s*[{}[\]"]/.test(line)) ?? output;
  return `the output is no JSON object: ${quoted(shown.trim())} (print logs to standard error)`;
}

/** Returns the tokens and the cost that a program reports; undefined for a value that is not allowed. */
function usageOf(usage: unknown = {}): ReplyUsage | undefined {
  if (!isObject(usage)) return undefined;
  const { input_tokens, output_tokens, total_tokens, cost_usd, ...unknownKeys } = usage;
  const isRead = [input_tokens, output_tokens, total_tokens].every(isCountOrUnknown) && isCostOrUnknown(cost_usd);
  if (!isRead || Object.keys(unknownKeys).length > 0) return undefined;
  const [input, output, total] = [asCount(input_tokens), asCount(output_tokens), asCount(total_tokens)];
  const counts = billedTokens({ input, output, total });
  return typeof cost_usd === 'number' ? { ...counts, cost_usd } : counts;
}

function isCountOrUnknown(value: unknown): boolean {
  return value === undefined || value === null || asCount(value) !== null;
}

function isCostOrUnknown(value: unknown): boolean {
  return value === undefined || value === null || (Number.isFinite(value) && Number(value) >= 0);
}
