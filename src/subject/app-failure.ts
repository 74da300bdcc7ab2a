/** An application's own error: it fails its trial and never the run. The message is one sentence of untrusted text, without the turn. */
export class AppFailure extends Error {
  override readonly name = 'AppFailure';
}
