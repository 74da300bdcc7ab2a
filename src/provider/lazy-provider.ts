import type { Provider } from './provider.js';

/** Returns a provider that is opened when it is loaded or asked for the first time. */
export function lazyProvider(name: string, open: () => Promise<Provider>): Provider {
  let opened: Promise<Provider> | undefined;
  const opening = () => {
    opened ??= open();
    return opened;
  };
  return {
    name,
    load: async () => (await opening()).load?.(),
    send: async (request, options) => (await opening()).send(request, options),
  };
}
