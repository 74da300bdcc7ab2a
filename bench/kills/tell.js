/** Tells on the console of a run that broke the promise, and now and then how far it all is. */
export function tellRun({ faults, ends }, done) {
  if (faults.length > 0) console.log(`run ${done}, signals ${JSON.stringify(ends)}: ${faults.join('; ')}`);
  else if (done % 10 === 0) console.log(`${done} runs`);
}
