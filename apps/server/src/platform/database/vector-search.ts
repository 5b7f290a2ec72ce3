import { Worker } from 'node:worker_threads';
import { AppError } from '@sightline/contracts/shared/errors';

export interface VectorQuery {
  sql: string;
  parameters: readonly unknown[];
}

/** The newest candidates in one row each: `chosen`, how many there are, and of all of them end to end, as base64, what follows. */
export interface VectorQueries {
  /** `ids` (uuid), `starts` (as sent by `timestamptz_send`) and `vectors`. With `keys` also `versions` (xid of the row), and its last two parameters bound the beginnings of those that are sent. */
  vectors: VectorQuery;
  /** The same without vectors and bounds: those that the thread knows in this version are not sent again. Null where that is not worth it. */
  keys: VectorQuery | null;
  /** What these vectors have in common: organization, kind, model and length. */
  space: string;
}

/** One comparison: candidates chosen by a query, and what they are compared with. */
export interface VectorQuestion {
  organizationId: string;
  queries: VectorQueries;
  /** int8; every candidate has the same length. */
  like: Uint8Array;
  limit: number;
  /** Cosine, -1..1. */
  minSimilarity: number;
}

export interface VectorMatch {
  id: string;
  startedAtUtcMs: number;
  /** Cosine, -1..1. */
  similarity: number;
}

export interface VectorAnswer {
  /** The most similar first. */
  matches: VectorMatch[];
  compared: number;
  /** Among how many the query chose: more than were compared when some cannot be. */
  chosen: number;
}

/** Finds what looks alike: candidates are chosen first, then compared exactly. */
export interface VectorSearch {
  nearest(question: VectorQuestion): Promise<VectorAnswer>;
  stop(): Promise<void>;
}

/** What the thread answers to one question. */
export type VectorReply = { id: number } & ({ answer: VectorAnswer } | { failure: string });

interface Waiting {
  resolve: (answer: VectorAnswer) => void;
  reject: (error: Error) => void;
}

/** Compares in a thread of its own, which also fetches the candidates: neither the rows nor the arithmetic hold up other calls. */
export class ThreadVectorSearch implements VectorSearch {
  readonly #connectionString: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #asked = 0;
  #isStopped = false;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  nearest(question: VectorQuestion): Promise<VectorAnswer> {
    if (this.#isStopped) return Promise.reject(new AppError('unavailable'));
    this.#worker ??= this.#start();
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, question });
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('vector-worker.ts', import.meta.url), {
      workerData: { connectionString: this.#connectionString },
    });
    worker.unref();
    worker.on('message', (reply: VectorReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('answer' in reply) waiting?.resolve(reply.answer);
      else waiting?.reject(new Error(reply.failure));
    });
    const ended = (cause: unknown): void => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(new AppError('unavailable', {}, { cause }));
      this.#waiting.clear();
    };
    worker.on('error', ended);
    worker.on('exit', ended);
    return worker;
  }
}
