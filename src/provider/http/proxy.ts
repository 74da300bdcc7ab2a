/** Whether Node uses a proxy for the requests of this process if `NODE_USE_ENV_PROXY` is set. */
const hasProxies = Number(process.versions.node.split('.')[0]) >= 24;

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable with the address of a proxy that requests to an address do not use, and whether this Node could use it. */
export interface IgnoredProxy {
  readonly variable: string;
  readonly hasProxies: boolean;
}

/** Returns the proxy that other programs would use for an address, and eva does not; undefined if there is none, or Node uses it. */
export function ignoredProxy(address: string, env: Environment): IgnoredProxy | undefined {
  const { protocol, hostname } = new URL(address);
  const names = [protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'ALL_PROXY'];
  const variable = names.flatMap((name) => [name, name.toLowerCase()]).find((name) => env[name]?.trim());
  if (variable === undefined || isExcepted(hostname, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  const isUsed = hasProxies && env['NODE_USE_ENV_PROXY'] === '1' && !/^all_/i.test(variable);
  return isUsed ? undefined : { variable, hasProxies };
}

/** Returns true for a host of this machine, and for one that `NO_PROXY` names: itself, by a domain that it is in, or by `*`. */
function isExcepted(hostname: string, exceptions: string): boolean {
  if (/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return true;
  const names = exceptions.split(/[\s,]+/).map((name) => name.toLowerCase().replace(/^\*?\.|:\d+$/g, ''));
  return names.some((name) => name !== '' && (name === '*' || hostname === name || hostname.endsWith(`.${name}`)));
}
