/** A fault of a fake server that holds its reply back until `release` is called: a test need not be faster than a delay. */
export function holdReply(): { readonly fault: { readonly until: Promise<void> }; readonly release: () => void } {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { fault: { until }, release: () => release() };
}
