import type { ModelCall } from '#model/reply/exchange.js';
import { redactor } from '#model/text/redact.js';
import { anthropicConfig, type OpenOptions } from '../../open-provider.js';
import type { Provider } from '../../provider.js';
import { keyName } from '../../provider-settings.js';
import { withRetry } from '../../retry/with-retry.js';
import { keyVariables, providerKeys } from '../../secrets.js';
import { withRedaction } from '../../with-redaction.js';
import type { BatchLog } from './batch-log.js';
import { BatchSender } from './batch-sender.js';
import { createBatchesApi } from './batches.js';
import { patienceFrom } from './patience.js';

export interface OpenBatchesOptions extends OpenOptions {
  /** Whether a call may go in a batch, if its provider takes any. */
  readonly mayGo: (call: ModelCall) => boolean;
  readonly log: BatchLog;
  /** A line for the reader. */
  readonly tell: (line: string) => void;
  /** Once aborted no batch is submitted and none is looked at: they go on at the provider. */
  readonly stop: AbortSignal;
  /** Ends a submission that is in hand. */
  readonly signal: AbortSignal;
}

/**
 * The way of a call through batches; undefined for one that goes as usual. Each provider's is made at its first use and then kept.
 * Throws `EvaError` where a key is needed and there is none, or EVA_BATCH_POLL_MS is no time.
 */
export function openBatches(options: OpenBatchesOptions): (call: ModelCall) => Provider | undefined {
  const open = new Map<string, Provider | undefined>();
  return (call) => {
    if (!options.mayGo(call)) return undefined;
    const name = call.request.provider;
    if (!open.has(name)) open.set(name, openOne(name, options));
    return open.get(name);
  };
}

function openOne(name: string, options: OpenBatchesOptions): Provider | undefined {
  const { admission, configs, env, log, now, retry, signal, stop, tell } = options;
  const opened = anthropicConfig(name, options);
  if (!opened) return undefined;
  const { config, ...anthropic } = opened;
  const sender = new BatchSender({
    provider: name,
    api: createBatchesApi(anthropic),
    log,
    patience: patienceFrom(env),
    sleep: retry.sleep,
    now,
    date: () => new Date(),
    tell,
    redact: anthropic.redact,
    admission: admission?.batch,
    stop,
    signal,
  });
  const redactReply = redactor(providerKeys(env, keyVariables(configs)));
  return withRetry(withRedaction(sender, redactReply), retry, keyName({ config }));
}
