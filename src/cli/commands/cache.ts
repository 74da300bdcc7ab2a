import { renderCacheCleared, renderCacheStats } from '#report/commands/cache.js';
import { jsonResult } from '#report/formats/json-result.js';
import { cacheStats, clearCache } from '#store/replies/cache.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand } from '../open-command.js';

export interface CacheOptions extends CommonFlags {
  /** The maximum age of entries that stay, in milliseconds. */
  readonly olderThan?: number;
}

/** Runs `eva cache stats`: prints the number of cached replies. Returns 0. */
export async function cacheStatsCommand(options: CacheOptions, io: Io): Promise<number> {
  const { terminal, root } = openCommand(io, options);
  const stats = cacheStats(root);
  terminal.out(options.json ? jsonResult(stats) : renderCacheStats(stats, terminal));
  return 0;
}

/** Runs `eva cache clear`: removes cached replies, all or only old ones. Returns 0. */
export async function cacheClearCommand(options: CacheOptions, io: Io): Promise<number> {
  const { terminal, root } = openCommand(io, options);
  const before = options.olderThan === undefined ? null : new Date(Date.now() - options.olderThan);
  const cleared = clearCache(root, before);
  terminal.out(options.json ? jsonResult(cleared) : renderCacheCleared(cleared));
  return 0;
}
