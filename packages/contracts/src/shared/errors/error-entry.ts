export interface ErrorEntry {
  /** HTTP status of an answer with this code. */
  status: number;
  /** Trying the same again later can succeed. */
  retryable: boolean;
  /** What happened and what the user should do, in English. Screens show `errors.<code>` of the user's language. */
  text: string;
}

/** One failure; codes lie in the file of their area, in the order in which users meet them. */
export const entry = (status: number, retryable: boolean, text: string): ErrorEntry => ({ status, retryable, text });
