/** The built-in metrics by the names that YAML uses, so that a scenario is the same document in both. */
export const metrics = {
  /** One value for each response. */
  per_turn: {
    /** Seconds from the user's message to the whole response, around the application alone. */
    response_latency: 'per_turn.response_latency',
    /** Characters (Unicode code points). */
    response_length: 'per_turn.response_length',
    /** Words: runs without white space. */
    response_words: 'per_turn.response_words',
    /** Tokens that the model wrote, by its provider's count. */
    output_tokens: 'per_turn.output_tokens',
    /** Tokens that the model read, by its provider's count. */
    input_tokens: 'per_turn.input_tokens',
  },
  /** One value for each conversation. */
  per_conversation: {
    /** Messages that were answered. */
    turn_count: 'per_conversation.turn_count',
    /** Seconds that application and user took, from the first message to the last response. */
    total_time: 'per_conversation.total_time',
    /** Seconds that the application took for all its responses. */
    total_response_time: 'per_conversation.total_response_time',
    /** Characters of all responses. */
    total_response_length: 'per_conversation.total_response_length',
    /** Tokens read and written for all responses. */
    total_tokens: 'per_conversation.total_tokens',
    /** USD for the tokens of all responses, where a price is known. */
    cost: 'per_conversation.cost',
  },
} as const;
