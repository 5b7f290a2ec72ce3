import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { alarmFault } from './alarm-check.ts';

/**
 * How the service behaves. `slow`: answers late; `broken`: 500 without acting; `busy`: 429 with a wait; `drop`: acts, and cuts the connection
 * instead of answering; `wrongKey`: takes no token; `unreadable`: acts, and answers with what is no alarm.
 */
export const noonLightModes = ['ok', 'slow', 'broken', 'busy', 'drop', 'wrongKey', 'unreadable'] as const;

export type NoonLightMode = (typeof noonLightModes)[number];

/** An alarm as dispatchers see it. */
export interface DispatchedAlarm {
  id: string;
  owner_id: string;
  status: 'ACTIVE' | 'CANCELED';
  created_at: string;
  request: Record<string, unknown>;
}

/** A question as it came. */
export interface ReceivedQuestion {
  method: string;
  path: string;
  key: string | null;
  token: string | null;
  body: Record<string, unknown> | null;
}

interface Question extends ReceivedQuestion {
  mode: NoonLightMode;
}

interface Reply {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
}

const base = '/dispatch/v1/alarms';
const control = '/control';

const failure = (code: number, message: string, more: Record<string, string> = {}): Reply => ({
  status: code,
  body: { code, message, ...more },
});

/**
 * A monitoring service with the Dispatch API of NoonLight on loopback: takes alarms of those who hold a token, once for every idempotency key
 * while `honoursKeys`, and fails as it is told. By script, which plays the dispatcher: `POST /control/mode?value=MODE`,
 * `POST /control/cancel?id=ID`, `GET /control/alarms`.
 */
export class NoonLightService {
  /** For all that comes, and before that one by one for what comes next. */
  mode: NoonLightMode = 'ok';
  readonly next: NoonLightMode[] = [];
  readonly tokens = new Set<string>();
  /** Whether an alarm of a key that is known is the same alarm. */
  honoursKeys = true;
  slowMs = 2_000;
  retryAfterSeconds = 1;
  /** Every question that came, again and again where it came again. */
  readonly received: ReceivedQuestion[] = [];
  readonly alarms = new Map<string, DispatchedAlarm>();
  readonly #byKey = new Map<string, DispatchedAlarm>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #origin = '';

  /** Where it listens. */
  get url(): string {
    return this.#origin;
  }

  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.#origin;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  /** As it was at first, with nothing received; tokens stay. */
  reset(): void {
    this.mode = 'ok';
    this.honoursKeys = true;
    this.next.length = 0;
    this.received.length = 0;
    this.alarms.clear();
    this.#byKey.clear();
  }

  /** What a dispatcher does when the person on the telephone says that all is well. */
  endByDispatcher(id: string): void {
    const alarm = this.alarms.get(id);
    if (alarm) alarm.status = 'CANCELED';
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin);
    if (url.pathname.startsWith(`${control}/`)) return this.#control(url, response);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    const { authorization, 'idempotency-key': key } = request.headers;
    const question: Question = {
      mode: this.next.shift() ?? this.mode,
      method: request.method ?? 'GET',
      path: url.pathname,
      key: typeof key === 'string' ? key : null,
      token: authorization?.replace(/^Bearer /, '') ?? null,
      body: bodyOf(Buffer.concat(chunks).toString('utf8')),
    };
    this.received.push(question);
    await this.#answer(question, response);
  }

  #control({ pathname, searchParams }: URL, response: ServerResponse): void {
    if (pathname === `${control}/mode`) this.mode = (searchParams.get('value') ?? 'ok') as NoonLightMode;
    if (pathname === `${control}/token`) this.tokens.add(searchParams.get('value') ?? '');
    if (pathname === `${control}/cancel`) this.endByDispatcher(searchParams.get('id') ?? '');
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify([...this.alarms.values()].reverse()));
  }

  async #answer(question: Question, response: ServerResponse): Promise<void> {
    const { mode } = question;
    const reply = this.#replyTo(question);
    if (mode === 'drop') return void response.destroy();
    if (mode === 'slow') await sleep(this.slowMs);
    const headers = { 'content-type': 'application/json', ...reply.headers };
    const text = mode === 'unreadable' ? '<html>maintenance</html>' : JSON.stringify(reply.body);
    response.writeHead(reply.status, headers).end(text);
  }

  #replyTo(question: Question): Reply {
    const { mode, token, path, method } = question;
    if (mode === 'busy')
      return {
        ...failure(429, 'Too Many Requests'),
        headers: { 'retry-after': String(this.retryAfterSeconds) },
      };
    if (mode === 'broken') return failure(500, 'Internal Server Error');
    if (mode === 'wrongKey' || token === null || !this.tokens.has(token)) return failure(401, 'Unauthorized');
    if (path === base && method === 'POST') return this.#create(question);
    const [, id = ''] = new RegExp(`^${base}/([^/]+)/status$`).exec(path) ?? [];
    const alarm = this.alarms.get(decodeURIComponent(id));
    if (!alarm) return failure(404, 'Not Found', { key: 'resource_not_found', details: 'no such alarm' });
    return method === 'GET' ? { status: 200, body: { status: alarm.status } } : this.#setStatus(alarm, question);
  }

  #create({ body, key }: Question): Reply {
    const details = alarmFault(body);
    if (body === null || details !== null)
      return failure(400, 'Bad Request', { key: 'invalid_payload', details: details ?? 'should be object' });
    const owner = body['owner_id'];
    const known = key === null || !this.honoursKeys ? undefined : this.#byKey.get(key);
    const alarm = known ?? {
      id: randomBytes(12).toString('hex'),
      owner_id: typeof owner === 'string' ? owner : randomUUID(),
      status: 'ACTIVE' as const,
      created_at: new Date().toISOString(),
      request: body,
    };
    this.alarms.set(alarm.id, alarm);
    if (key !== null) this.#byKey.set(key, alarm);
    const { id, status, created_at, owner_id } = alarm;
    return { status: 201, body: { id, status, created_at, owner_id } };
  }

  #setStatus(alarm: DispatchedAlarm, { body }: Question): Reply {
    if (body?.['status'] !== 'CANCELED')
      return failure(400, 'Bad Request', { key: 'invalid_payload', details: 'status should be CANCELED' });
    if (alarm.status === 'CANCELED')
      return failure(400, 'Bad Request', { key: 'alarm_canceled', details: 'the alarm is canceled already' });
    const pin = alarm.request['pin'];
    if (pin !== undefined && pin !== body['pin']) return failure(403, 'Forbidden', { details: 'wrong pin' });
    alarm.status = 'CANCELED';
    return { status: 201, body: { status: alarm.status } };
  }
}

function bodyOf(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
