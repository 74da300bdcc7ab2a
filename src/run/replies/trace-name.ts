import type { LibraryConfig } from '#model/config.js';
import { findType } from '#provider/types/index.js';

/** Returns the name that OpenTelemetry gives to a provider; its own name if OpenTelemetry has none. */
export function traceName({ providers }: Pick<LibraryConfig, 'providers'>, provider: string): string {
  return findType(providers[provider]?.type ?? provider)?.traceName ?? provider;
}
