import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { CallPermission } from './permissions.ts';

/** Methods that calls use. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the public API. `permission` is required: a call without one does not compile. */
export interface CallDefinition {
  method: HttpMethod;
  /** Below `/api/v1`, parameters in braces: `/cameras/{id}`. */
  path: `/api/v1/${string}`;
  permission: CallPermission;
  /** One sentence for the reference. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * The body is a file of one of these types, at most this long, instead of JSON. `otherKind`: how a file of another type is refused,
   * `bad_request` unless told. `isStreamed`: it is never in memory as a whole.
   */
  accepts?: { mediaTypes: readonly string[]; bytes: number; otherKind?: ErrorCode; isStreamed?: boolean };
  output: z.ZodType;
  /** Success status, 200 unless said. */
  status?: 200 | 201 | 202 | 204;
  /** Error codes that this call adds to the common ones. */
  errors?: readonly ErrorCode[];
  /** The answer is a stream of bytes of this media type; `output` then describes nothing that is parsed. */
  streams?: string;
}

/** Returns the definition unchanged, with its literal types kept. */
export const defineCall = <const T extends CallDefinition>(call: T): T => call;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Raw<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives, parsed. */
export interface CallInput<C extends CallDefinition> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: C extends { accepts: { isStreamed: true } }
    ? AsyncIterable<Uint8Array>
    : C extends { accepts: object }
      ? Uint8Array
      : Parsed<C['body']>;
}

/** What a handler answers, before the output schema strips it. */
export type CallOutput<C extends CallDefinition> = z.input<C['output']>;

/** What a client sends, before parsing. Absent parts are left out. */
export type CallRequest<C extends CallDefinition> = {
  [K in 'params' | 'query' | 'body' as C[K] extends z.ZodType ? K : never]: Raw<C[K]>;
} & (C extends { accepts: object } ? { body: Blob } : unknown);

/** What a client gets. */
export type CallAnswer<C extends CallDefinition> = z.output<C['output']>;
