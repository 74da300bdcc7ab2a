/** The built-in metrics by the names that YAML uses, so that a scenario is the same document in both. */
export const metrics = {
  /** Metrics with one value per response. */
  per_turn: {
    /** Seconds from the user's message to the complete response of the application. */
    response_latency: 'per_turn.response_latency',
    /** Characters (Unicode code points). */
    response_length: 'per_turn.response_length',
    /** Words: runs without white space. */
    response_words: 'per_turn.response_words',
    /** Output tokens, as the provider counts them. */
    output_tokens: 'per_turn.output_tokens',
    /** Input tokens, as the provider counts them. */
    input_tokens: 'per_turn.input_tokens',
    /** Tool calls. */
    tool_calls: 'per_turn.tool_calls',
  },
  /** Metrics with one value per conversation. */
  per_conversation: {
    /** Messages that were answered. */
    turn_count: 'per_conversation.turn_count',
    /** Seconds from the first message to the last response. */
    total_time: 'per_conversation.total_time',
    /** Seconds of all responses together. */
    total_response_time: 'per_conversation.total_response_time',
    /** Characters of all responses. */
    total_response_length: 'per_conversation.total_response_length',
    /** Input and output tokens of all responses. */
    total_tokens: 'per_conversation.total_tokens',
    /** USD for the tokens of all responses, if the price is known. */
    cost: 'per_conversation.cost',
    /** Tool calls of all turns. */
    tool_calls: 'per_conversation.tool_calls',
    /** Steps that an application reports, of all turns. */
    steps: 'per_conversation.steps',
  },
} as const;
