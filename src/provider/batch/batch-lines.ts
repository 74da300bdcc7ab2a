interface OneBatch {
  readonly id: string;
}

/** The lines that tell the user about batches. */
export const batchLines = {
  submitted: ({ id, requests }: OneBatch & { readonly requests: string }) => `batch ${id}: ${requests} submitted`,
  progress: ({ id, done, total }: OneBatch & { readonly done: string; readonly total: string }) =>
    `batch ${id}: ${done} of ${total} done`,
  earlier: ({ id }: OneBatch) => `batch ${id} was submitted earlier: eva waits for its replies`,
  candidate: ({ id }: OneBatch) => `batch ${id} may belong to this run: eva waits for its results to find out`,
  deleted: ({ id }: OneBatch) =>
    `the provider has deleted the results of batch ${id}: eva sends the missing requests again`,
} as const;
