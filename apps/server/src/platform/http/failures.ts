import { AppError, errorCatalogue, type ErrorBody, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../database/database.ts';
import { isDiskFull } from '../disk/disk-full.ts';

interface Failure {
  code: ErrorCode;
  data: Record<string, unknown>;
}

interface ValidationIssue {
  instancePath?: string;
  params?: { issue?: { path?: PropertyKey[] } };
}

const ofOtherKind = new Set(['FST_ERR_CTP_INVALID_MEDIA_TYPE']);
const tooLarge = new Set(['FST_ERR_CTP_BODY_TOO_LARGE']);
/** Values that no schema of ours can refuse for the database: a NUL in a text, a number beyond its type, an instant of a cursor that is none. */
const unstorable = new Set(['22021', '22P05', '22003', '22P02', '22007', '22008']);

function invalidFields(error: { validation?: ValidationIssue[]; validationContext?: string }): Failure {
  const fields = (error.validation ?? []).map((issue) =>
    (issue.instancePath ?? '').replace(/^\//, '').replaceAll('/', '.'),
  );
  return {
    code: 'validation_failed',
    data: { fields: [...new Set(fields)].slice(0, 50), part: error.validationContext ?? 'body' },
  };
}

/** Two changes met and the database chose one; the other reads what is there now and tries again. */
const collided = new Set(['40001', '40P01']);

/** What a parser made, and no file or stream: from one of those the whole server can be reached, in circles. */
function isPlain(input: unknown): input is object {
  if (typeof input !== 'object' || input === null) return false;
  const prototype = Object.getPrototypeOf(input) as object | null;
  return Array.isArray(input) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Paths of the texts in an input that no database keeps: with a NUL, or with half a character. At most 50, ten levels deep. */
function unstorableTexts(input: unknown, path: readonly string[] = []): string[] {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed() ? [path.join('.')] : [];
  if (!isPlain(input) || path.length > 10) return [];
  return Object.entries(input)
    .flatMap(([key, value]) => unstorableTexts(value, [...path, key]))
    .slice(0, 50);
}

/** Finds the code of the catalogue for anything that was thrown. `given`: what was sent to which call. */
export function failureOf(
  error: unknown,
  given: Readonly<Partial<Pick<FastifyRequest, 'body' | 'query' | 'routeOptions'>>> = {},
): Failure {
  if (error instanceof AppError) return { code: error.code, data: error.data };
  const thrown = (error ?? {}) as {
    code?: string;
    statusCode?: number;
    validation?: ValidationIssue[];
    validationContext?: string;
  };
  if (thrown.validation) return invalidFields(thrown);
  const otherKind = given.routeOptions?.config.otherKind;
  if (otherKind !== undefined && ofOtherKind.has(thrown.code ?? '')) return { code: otherKind, data: {} };
  if (tooLarge.has(thrown.code ?? '')) return { code: 'payload_too_large', data: {} };
  if (unstorable.has(thrown.code ?? ''))
    return {
      code: 'validation_failed',
      data: { fields: [...unstorableTexts(given.body), ...unstorableTexts(given.query)] },
    };
  if (collided.has(thrown.code ?? '')) return { code: 'conflict', data: {} };
  if (isDiskFull(error)) return { code: 'server_disk_full', data: {} };
  if (isDatabaseAway(error)) return { code: 'unavailable', data: {} };
  const status = thrown.statusCode ?? 500;
  if (status === 404) return { code: 'not_found', data: {} };
  if (status === 413) return { code: 'payload_too_large', data: {} };
  if (status >= 400 && status < 500) return { code: 'bad_request', data: {} };
  return { code: 'internal', data: {} };
}

export async function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { code, data } = failureOf(error, request);
  const { status, text } = errorCatalogue[code];
  if (code === 'internal') request.log.error({ err: error }, 'a call failed in a way that the catalogue does not know');
  // Cores and cameras that are away are everyday news for people and none for the log.
  else if (code === 'server_disk_full') request.log.error({ err: error }, 'the disk of the server is full');
  else if (code === 'unavailable') request.log.warn({ err: error }, 'the database is away');
  const body: ErrorBody = { code, message: text, data, requestId: request.id };
  // Written as text: the schemas of a call describe its answers, and this is the one form of all failures.
  await reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}
