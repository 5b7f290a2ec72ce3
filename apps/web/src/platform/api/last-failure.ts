/** What an administrator needs to find a failed call in the log. */
export interface LastFailure {
  code: string;
  requestId: string;
  atUtcMs: number;
}

let last: LastFailure | null = null;

export const rememberFailure = (failure: LastFailure): void => {
  last = failure;
};

/** The last call of this tab that failed with a request id; null when none did. */
export const lastFailure = (): LastFailure | null => last;
