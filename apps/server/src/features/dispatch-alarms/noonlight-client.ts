import { randomUUID } from 'node:crypto';
import type { DispatchFailure } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { AppError } from '@sightline/contracts/shared/errors';
import { z } from 'zod';
import { EgressFailure, type Egress, type EgressRequest } from '../../platform/egress/egress.ts';

const timeoutMs = 15_000;
const readBytes = 65_536;
const keptLetters = 300;
const longestWaitMs = 86_400_000;
/** Before anything was sent. */
const neverConnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

const createdAlarm = z.object({ id: z.string().min(1).max(200) });
const alarmState = z.object({ status: z.enum(['ACTIVE', 'CANCELED']) });
const refusal = z.object({ key: z.string().optional(), message: z.string().optional(), details: z.unknown() });

/**
 * What the monitoring service made of a question. `refused`: it will say the same again. `again`: it may be asked again, and
 * `mayHaveArrived` tells whether it may have acted without saying so.
 */
export type Answered<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; cause: DispatchFailure; detail: string | null }
  | { kind: 'again'; cause: DispatchFailure; detail: string | null; mayHaveArrived: boolean; waitMs: number };

/** The Dispatch API of NoonLight, version 1, for one account. */
export interface NoonLight {
  /** Asks for help; answers the id under which the service keeps it. `key` is the same with every try. */
  create(request: Record<string, unknown>, key: string): Promise<Answered<string>>;
  cancel(serviceAlarmId: string): Promise<Answered<null>>;
  status(serviceAlarmId: string): Promise<Answered<'ACTIVE' | 'CANCELED'>>;
  /** Whether it takes the token: it is asked for an alarm that nobody has, and only whoever holds a good one hears that there is none. */
  takesToken(): Promise<Answered<null>>;
}

interface Said {
  status: number;
  body: unknown;
  waitMs: number;
}

/** As text that a database keeps: no zero bytes, nothing that is cut in the middle of a letter. */
const shown = (text: string): string => text.slice(0, keptLetters).toWellFormed().replaceAll('\0', '');

function waitOf(header: string | null): number {
  const seconds = /^\d{1,9}$/.test(header?.trim() ?? '') ? Number(header) : 0;
  return Math.min(seconds * 1000, longestWaitMs);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function detailOf({ status, body }: Said): string {
  const read = refusal.safeParse(body);
  const { message, details } = read.success ? read.data : { message: undefined, details: undefined };
  const said = [message, typeof details === 'string' ? details : undefined].filter((part) => part !== undefined);
  return shown([String(status), ...said].join(' · '));
}

function refusedOf<T>(said: Said): Answered<T> {
  const { status, waitMs } = said;
  const detail = detailOf(said);
  if (status === 401 || status === 403) return { kind: 'refused', cause: 'wrongKey', detail };
  if (status === 429) return { kind: 'again', cause: 'notReached', detail, mayHaveArrived: false, waitMs };
  if (status === 408 || status >= 500)
    return { kind: 'again', cause: 'noAnswer', detail, mayHaveArrived: true, waitMs };
  return { kind: 'refused', cause: 'invalid', detail };
}

/** Whether a question that failed may have been heard. */
function failedOf<T>(error: unknown): Answered<T> {
  if (error instanceof AppError && error.code === 'address_refused')
    return { kind: 'again', cause: 'notReached', detail: error.code, mayHaveArrived: false, waitMs: 0 };
  if (!(error instanceof EgressFailure)) throw error;
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  const mayHaveArrived =
    error.reason !== 'dns_failed' &&
    error.reason !== 'tls_failed' &&
    !(error.reason === 'connection_failed' && typeof code === 'string' && neverConnected.has(code));
  const cause = mayHaveArrived ? 'noAnswer' : 'notReached';
  return { kind: 'again', cause, detail: error.reason, mayHaveArrived, waitMs: 0 };
}

const isGood = ({ status }: Said): boolean => status >= 200 && status < 300;
const unreadable = { kind: 'again', cause: 'noAnswer', detail: null, mayHaveArrived: true, waitMs: 0 } as const;

interface Account {
  egress: Pick<Egress, 'fetch'>;
  url: string;
  token: string;
}

async function ask({ egress, url, token }: Account, path: string, request: EgressRequest): Promise<Said> {
  const response = await egress.fetch(`${url.replace(/\/+$/, '')}/dispatch/v1/alarms${path}`, {
    ...request,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...request.headers,
    },
    timeoutMs,
    maxBytes: readBytes,
    cutsAnswer: true,
  });
  const { status, headers } = response;
  return { status, body: parsed(await response.text()), waitMs: waitOf(headers.get('retry-after')) };
}

async function answerOf<T>(asked: Promise<Said>, read: (said: Said) => Answered<T>): Promise<Answered<T>> {
  try {
    return read(await asked);
  } catch (error) {
    return failedOf(error);
  }
}

/** What a good answer holds; the service acted, whatever it said. */
function valueOf<S, T>(said: Said, schema: z.ZodType<S>, pick: (read: S) => T): Answered<T> {
  if (!isGood(said)) return refusedOf(said);
  const read = schema.safeParse(said.body);
  return read.success ? { kind: 'done', value: pick(read.data) } : { ...unreadable, detail: String(said.status) };
}

const statusPath = (id: string): string => `/${encodeURIComponent(id)}/status`;

/** Reaches NoonLight through the one way out. */
export const createNoonLight = (account: Account): NoonLight => ({
  create: (request, key) => {
    const body = JSON.stringify(request);
    const asked = ask(account, '', { method: 'POST', headers: { 'idempotency-key': key }, body });
    return answerOf(asked, (said) => valueOf(said, createdAlarm, ({ id }) => id));
  },
  cancel: (id) => {
    const asked = ask(account, statusPath(id), { method: 'POST', body: JSON.stringify({ status: 'CANCELED' }) });
    return answerOf(asked, (said) => {
      const key = refusal.safeParse(said.body).data?.key;
      return isGood(said) || key === 'alarm_canceled' ? { kind: 'done', value: null } : refusedOf(said);
    });
  },
  takesToken: () =>
    answerOf(ask(account, statusPath(randomUUID()), { method: 'GET' }), (said) => {
      const isNone = [400, 404].includes(said.status) && refusal.safeParse(said.body).data?.message !== undefined;
      return isGood(said) || isNone ? { kind: 'done', value: null } : refusedOf(said);
    }),
  status: (id) =>
    answerOf(ask(account, statusPath(id), { method: 'GET' }), (said) =>
      valueOf(said, alarmState, ({ status }) => status),
    ),
});
