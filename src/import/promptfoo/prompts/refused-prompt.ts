/** A prompt that is not carried over, with the reason as a clause, and what to do by hand. */
export class RefusedPrompt extends Error {
  constructor(
    /** The key, type or name of the part: `tool_calls`, `image_url`. */
    readonly what: string,
    readonly reason: string,
    readonly todo?: string,
  ) {
    super(reason);
  }
}
