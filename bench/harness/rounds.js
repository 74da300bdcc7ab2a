/** The middle one of the values, the upper of two. */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Runs each of the named subjects once a round, one after another, so that what else the machine does falls on all of them
 * alike. Returns the rounds of each, and for every number in them its median.
 */
export async function inRounds(rounds, subjects) {
  const taken = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(subjects)) taken[name].push(numbersOf(await run()));
  }
  return Object.entries(taken).map(([name, own]) => ({ name, median: medians(own), rounds: own }));
}

function numbersOf(measurement) {
  const numbers = Object.entries(measurement).filter(([, value]) => typeof value === 'number');
  return Object.fromEntries(numbers.map(([name, value]) => [name, Number(value.toFixed(2))]));
}

function medians(rounds) {
  return Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, median(rounds.map((round) => round[name]))]));
}
