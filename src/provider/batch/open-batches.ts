import type { ModelCall } from '#model/reply/exchange.js';
import type { BatchChange } from '#model/run/notice.js';
import { redactor } from '#model/text/redact.js';
import { createOptionsOf, lazyProvider, type OpenOptions } from '../open-provider.js';
import type { Provider } from '../provider.js';
import { configOf, originOf } from '../provider-settings.js';
import { withRetry } from '../retry/with-retry.js';
import { providerKeys, withRedaction } from '../secrets.js';
import { typeOf } from '../types/index.js';
import type { BatchLog } from './batch-log.js';
import { BatchSender } from './batch-sender.js';
import { patienceFrom } from './patience.js';

interface OpenBatchesOptions extends OpenOptions {
  /** Returns true if a call may be sent in a batch, provided that its provider has batches. */
  readonly mayGo: (call: ModelCall) => boolean;
  readonly log: BatchLog;
  readonly tell: (change: BatchChange) => void;
  /** Once aborted, no batch is submitted or polled. Submitted batches continue at the provider. */
  readonly stop: AbortSignal;
  /** Aborts a submission in progress. */
  readonly signal: AbortSignal;
}

/**
 * Returns a function that finds the provider which sends a call in a batch; undefined if the call is not sent in a batch. Each provider is opened at
 * its first use and then kept. Throws `EvaError` if a key is missing or EVA_BATCH_POLL_MS is invalid.
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
  const config = configOf(name, configs);
  const { openBatches: openApi } = typeOf(config);
  if (!openApi) return undefined;
  const created = createOptionsOf(name, config, options);
  const patience = patienceFrom(env);
  const sender = lazyProvider(name, async () => {
    return new BatchSender({
      provider: name,
      api: await openApi(created),
      log,
      patience,
      sleep: retry.sleep,
      now,
      date: () => new Date(),
      tell,
      admission: admission?.batch,
      stop,
      signal,
    });
  });
  const redactReply = redactor(providerKeys(env, created.withheld));
  return withRetry(withRedaction(sender, redactReply), retry, originOf(name, config, env));
}
