/** Reads what a job carries, as schemas of zod do. */
export interface JobData<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false };
}

/** A queue: what its jobs carry, and how they are tried. What a job carries is ids; what is secret stays where the ids point. */
export interface JobQueue<T extends object = object> {
  name: string;
  /** What a job carries. One that carries something else is kept as failed, untried. */
  data: JobData<T>;
  /**
   * How often a job that failed is tried again, and the pauses between: each about twice the one before, with some chance in it, so that not
   * all come back at once.
   */
  retries: { limit: number; fromSeconds: number; toSeconds: number };
  /** Jobs of one key run one after the other, whichever process has them. */
  isOneByOnePerKey?: boolean;
  /** A new job starts at once instead of when its queue is next looked at. Not for what is better gathered a little. */
  isUrgent?: boolean;
  /** Jobs that failed for good are kept as dead letters, which can be sent again, for a month. */
  keepsDead?: boolean;
}

/** A queue with the type of what its jobs carry. */
export const jobQueue = <T extends object>(queue: JobQueue<T>): JobQueue<T> => queue;

/** A job that is being worked on. */
export interface JobInHand<T> {
  id: string;
  data: T;
  /** How often it was begun, 1 at first. */
  attempt: number;
  /** Ends when the job is no longer this process's: it was cancelled, or another one has it because this one was not heard of. */
  signal: AbortSignal;
}

/**
 * How a job ended that is not simply done: tried again after the pause of its queue, at a time of its own (UTC ms), or never. `reason`: for
 * whoever looks after the server.
 */
export type JobEnd =
  | { kind: 'again'; reason: string }
  | { kind: 'later'; atMs: number; reason: string }
  | { kind: 'dead'; reason: string };

/** A job that is to be done. */
export interface NewJob<T> {
  data: T;
  /** A job of this id is there only once, however often it is added: what asks for the same thing twice makes its id of that thing. */
  id?: string;
  /** Not before then, UTC ms. */
  startAtMs?: number;
  /** Of which jobs it is one, where they run one by one or at most one waits. */
  key?: string;
  /** Whose it is; it goes with the organization. */
  organizationId?: string;
}
