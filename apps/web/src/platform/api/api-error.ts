import type { ErrorBody, ErrorCode } from '@sightline/contracts/shared/errors';
import { rememberFailure } from './last-failure.ts';

/** A call that failed. `code` is of the catalogue; screens show `errors.<code>`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Names of fields or limits, as the server gave them. */
  readonly data: Record<string, unknown>;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly requestId: string | null;

  constructor(body: Pick<ErrorBody, 'code' | 'data' | 'message'> & { requestId: string | null }, status: number) {
    super(body.message);
    this.name = 'ApiError';
    this.code = body.code;
    this.data = body.data;
    this.requestId = body.requestId;
    this.status = status;
  }
}

const chunkFailure = /dynamically imported module|module script failed|preload CSS/i;

/** A call that got no answer at all. */
export const noAnswer = (thrown: unknown): ApiError =>
  new ApiError(
    {
      code: 'unavailable',
      data: {},
      message: thrown instanceof Error ? thrown.message : String(thrown),
      requestId: null,
    },
    0,
  );

/** Whatever was thrown, as a failure with a code. A part of the application that did not download counts as no answer. */
export const toApiError = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (chunkFailure.test(message)) return noAnswer(thrown);
  return new ApiError({ code: 'internal', data: {}, message, requestId: null }, 0);
};

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && typeof (value as ErrorBody).code === 'string';

const maxSaid = 200;

/** What an answer says in words of its own; a page of a proxy says nothing that is meant for people here. */
const saidIn = (body: unknown): string => {
  const said = typeof body === 'object' && body !== null ? (body as { message?: unknown }).message : undefined;
  return typeof said === 'string' ? said.slice(0, maxSaid) : '';
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (notJson) {
    if (!(notJson instanceof SyntaxError)) throw notJson;
    return null;
  }
};

/** Reads the body of a failed answer; anything but our own shape comes from something between us and the server. */
export const readApiError = async (response: Response): Promise<ApiError> => {
  const body = parsed(await response.text());
  if (!isErrorBody(body))
    return new ApiError(
      { code: fallbackCode(response.status), data: {}, message: saidIn(body), requestId: null },
      response.status,
    );
  if (typeof body.requestId === 'string')
    rememberFailure({ code: body.code, requestId: body.requestId, atUtcMs: Date.now() });
  return new ApiError({ ...body, message: saidIn(body), data: body.data ?? {} }, response.status);
};

const fallbackCode = (status: number): ErrorCode => {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 413) return 'payload_too_large';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : 'bad_request';
};
