/** What a vector hands to the function under test, as read from JSON. */
export type VectorInput = Readonly<Record<string, unknown>>;

/** Calls the product's function for one kind of vector and answers under the vector's names. Throws what that throws. */
export type Adapter = (input: VectorInput) => Record<string, unknown>;
