import { realtimeClientMessage, type RealtimeEvent, type RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import type { RawData, WebSocket } from 'ws';
import type { MemberActor, SessionActor } from '../../platform/http/actor.ts';

const helloTimeoutMs = 10_000;
const pingMs = 20_000;
/** Text that a browser has not read yet; beyond it, it is told to fetch anew instead. */
const maxBufferedBytes = 1_048_576;
const maxMessageBytes = 16_384;

export interface RealtimeClientParts {
  actorOf: (token: string) => Promise<SessionActor | null>;
  onReady: (client: RealtimeClient) => void;
  onClosed: (client: RealtimeClient) => void;
  onDropped: () => void;
}

/** One browser that listens: from its hello to its end. */
export class RealtimeClient {
  readonly #socket: WebSocket;
  readonly #parts: RealtimeClientParts;
  #actor: MemberActor | null = null;
  #sequence = 0;
  #isBehind = false;
  #isAlive = true;
  #handling: Promise<void> = Promise.resolve();
  readonly #helloTimer: NodeJS.Timeout;
  readonly #pingTimer: NodeJS.Timeout;

  constructor(socket: WebSocket, parts: RealtimeClientParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#helloTimer = setTimeout(() => this.refuse('unauthenticated'), helloTimeoutMs);
    this.#pingTimer = setInterval(() => this.#ping(), pingMs);
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(this.#helloTimer);
      clearInterval(this.#pingTimer);
      parts.onClosed(this);
    });
    socket.on('message', (data) => {
      this.#handling = this.#handling.then(() => this.#receive(data)).catch(() => socket.terminate());
    });
  }

  get actor(): MemberActor | null {
    return this.#actor;
  }

  /** Rights as they are now; null ends the connection. */
  replaceActor(actor: MemberActor | null): void {
    this.#actor = actor;
    if (actor === null) this.refuse('unauthenticated');
  }

  sendEvent(event: RealtimeEvent, actorSessionId: string | null): void {
    this.#sequence += 1;
    if (this.#socket.bufferedAmount > maxBufferedBytes) {
      this.#isBehind = true;
      return;
    }
    this.catchUp();
    this.#send({ type: 'event', sequence: this.#sequence, actorSessionId, actorUserId: null, level: 'INFO', showToast: true, event });
  }

  /** Says that messages were lost as soon as the browser reads again. */
  catchUp(): void {
    if (!this.#isBehind || this.#socket.bufferedAmount > maxBufferedBytes) return;
    this.#isBehind = false;
    this.#parts.onDropped();
    this.refetch();
  }

  refetch(): void {
    this.#send({ type: 'refetch' });
  }

  refuse(code: 'unauthenticated' | 'no_organization' | 'rate_limited'): void {
    this.#send({ type: 'refused', code });
    this.close();
  }

  close(): void {
    this.#socket.close(1000);
    setTimeout(() => this.#socket.terminate(), 500).unref();
  }

  #send(message: RealtimeServerMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #ping(): void {
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    this.#socket.ping();
    this.catchUp();
  }

  async #receive(data: RawData): Promise<void> {
    const text = (data as Buffer).toString('utf8');
    const message = text.length > maxMessageBytes ? undefined : realtimeClientMessage.safeParse(JSON.parse(text)).data;
    if (!message) return this.#socket.terminate();
    if (message.type === 'ping') return this.#send({ type: 'pong' });
    const actor = await this.#parts.actorOf(message.accessToken);
    const isOther = this.#actor !== null && actor?.sessionId !== this.#actor.sessionId;
    if (!actor || isOther) return this.refuse('unauthenticated');
    // Gone while its token was looked at: nobody would ever take it off the list again.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const { organizationId } = actor;
    if (organizationId === null) return this.refuse('no_organization');
    const isFirst = this.#actor === null;
    this.#actor = { ...actor, organizationId };
    if (!isFirst) return;
    clearTimeout(this.#helloTimer);
    this.#parts.onReady(this);
    this.#send({ type: 'welcome', sequence: 0 });
  }
}
