/** Returns a function that works each answer out once for its key. Forgets all of them when more than `most` are kept. */
export function kept<T, Answer>(most: number, keyOf: (question: T) => string, answer: (question: T) => Answer) {
  const answers = new Map<string, { readonly is: Answer }>();
  return (question: T): Answer => {
    const key = keyOf(question);
    const known = answers.get(key);
    if (known) return known.is;
    if (answers.size >= most) answers.clear();
    const is = answer(question);
    answers.set(key, { is });
    return is;
  };
}
