// Where simulated trials come from. Each source knows its own truth exactly, so that a claim can be put on the boundary.
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/** Whole numbers with weights in hundredths: `{10: 25, 9: 75}`. */
export function table(hundredths) {
  const values = Object.entries(hundredths).flatMap(([value, weight]) => Array(weight).fill(Number(value)));
  if (values.length !== 100) throw new Error(`weights add up to ${values.length}, not to 100`);
  const share = (holds) => values.filter(holds).length / 100;
  return {
    draw: ({ uniform }) => [values[Math.floor(uniform() * 100)]],
    mean: values.reduce((sum, value) => sum + value, 0) / 100,
    atLeast: (bar) => share((value) => value >= bar),
    below: (bar) => share((value) => value < bar),
  };
}

/** Every so often a trial that fails and has no value, which a claim counts as the worst. */
export function withFailures(source, share) {
  return { ...source, draw: (random) => (random.uniform() < share ? null : source.draw(random)) };
}

export const timeout = 30;

/** Seconds: lognormal with median 1 and the given sigma; a share of them runs into the timeout, as does what is longer. */
export function latencies(sigma, timeouts) {
  const cdf = (seconds) => normalCdf(Math.log(seconds) / sigma);
  return {
    draw: ({ uniform, normal }) => [uniform() < timeouts ? timeout : Math.min(timeout, Math.exp(sigma * normal()))],
    /** The threshold below which a share of the trials stays. */
    quantile: (share) => Math.exp(sigma * normalQuantile(share / (1 - timeouts), 0, 1)),
    /** E[min(x, cap)] (Limpert, Stahel and Abbt 2001 give the parts of the lognormal). */
    meanCappedAt: (cap) => {
      const below = Math.exp(sigma ** 2 / 2) * normalCdf(Math.log(cap) / sigma - sigma);
      return (1 - timeouts) * (below + cap * (1 - cdf(cap))) + timeouts * cap;
    },
  };
}

/**
 * Conversations whose turns resemble each other: log-latency = sigma (sqrt(rho) u + sqrt(1 - rho) e), u shared by all turns.
 * Every turn has the distribution of `latencies(sigma, 0)`, and so has the average over conversations of any share or mean
 * of their turns, whatever the number of turns depends on: E[Y] is exact. `slowerIsLonger` makes it 1 to 9, growing with u.
 */
export function conversations(sigma, rho, slowerIsLonger) {
  const turnsOf = (u) => (slowerIsLonger ? 1 + Math.min(8, Math.floor(9 * normalCdfRough(u))) : 5);
  return {
    ...latencies(sigma, 0),
    draw: ({ normal }) => {
      const u = normal();
      return Array.from({ length: turnsOf(u) }, () =>
        Math.min(timeout, Math.exp(sigma * (Math.sqrt(rho) * u + Math.sqrt(1 - rho) * normal()))),
      );
    },
  };
}

/** The distribution function of the normal, by turning its quantile round. */
function normalCdf(z) {
  let [low, high] = [1e-300, 1 - 1e-16];
  for (let step = 0; step < 200 && high - low > 0; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (normalQuantile(middle, 0, 1) < z) low = middle;
    else high = middle;
  }
  return low;
}

/** Good enough to say how long a conversation is. */
function normalCdfRough(z) {
  return 1 / (1 + Math.exp(-1.702 * z));
}
