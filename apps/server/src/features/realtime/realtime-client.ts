import {
  realtimeClientMessage,
  type RealtimeClientMessage,
  type RealtimeServerMessage,
} from '@sightline/contracts/realtime/realtime';
import type { RawData, WebSocket } from 'ws';
import type { MemberActor, SessionActor } from '../../platform/auth/actor.ts';
import { numbered } from './realtime-frame.ts';

/** Text that a browser has not read yet; beyond it, it is told to fetch anew instead. */
const maxBufferedBytes = 1_048_576;
const maxMessageBytes = 16_384;
/** A browser says hello, renews its token every few minutes and asks each second of silence whether we are there: so many messages between two beats. */
const messagesPerBeat = 60;
const closeWithinMs = 500;
/** Ten thousand who look ask ten thousand times a second whether we are there: that is answered without reading the question. */
const ping = Buffer.from(JSON.stringify({ type: 'ping' } satisfies RealtimeClientMessage));
const pong = JSON.stringify({ type: 'pong' } satisfies RealtimeServerMessage);

/** What all browsers share. */
export interface RealtimeHost {
  /** Who bears a token, by what the address of the socket allows. */
  actorOf: (token: string, address: string) => Promise<SessionActor | null>;
  /** Takes the browser in with its rights; false when its session has too many already. */
  onReady: (client: RealtimeClient, actor: MemberActor) => boolean;
  /** Its welcome was sent; so long has its page read already. */
  onWelcomed: (client: RealtimeClient, actor: MemberActor, readForMs: number) => void;
  onRenewed: (client: RealtimeClient, actor: MemberActor) => void;
  onClosed: (client: RealtimeClient) => void;
  onDropped: () => void;
}

/** One browser that listens: from its hello to its end. It has no timers of its own: ten thousand share one wheel. */
export class RealtimeClient {
  readonly address: string;
  readonly #socket: WebSocket;
  readonly #host: RealtimeHost;
  #sequence = 0;
  #isBehind = false;
  #isAlive = true;
  #hasSpoken = false;
  #messages = 0;
  #handling: Promise<void> = Promise.resolve();
  /** Its person and rights; null before the hello and after the end. */
  actor: MemberActor | null = null;
  /** When its rights were last asked for, by the clock that never jumps. */
  rightsReadMs = 0;
  /** Rights that are known to be old: nothing is told until they are read. Holds how much its organization had been told by then. */
  staleSince: number | null = null;

  constructor(socket: WebSocket, address: string, host: RealtimeHost) {
    this.#socket = socket;
    this.address = address;
    this.#host = host;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => host.onClosed(this));
    socket.on('message', (data) => this.#hear(data));
  }

  /** It said something; whether that was good is found out. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  sendEvent(frame: string): void {
    this.#sequence += 1;
    if (this.#socket.bufferedAmount > maxBufferedBytes) {
      this.#isBehind = true;
      return;
    }
    this.#catchUp();
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(numbered(frame, this.#sequence));
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
    setTimeout(() => this.#socket.terminate(), closeWithinMs).unref();
  }

  /** One turn of the wheel: who did not answer the last one is gone. */
  beat(): void {
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    this.#messages = 0;
    this.#socket.ping();
    this.#catchUp();
  }

  /** Says that messages were lost as soon as the browser reads again. */
  #catchUp(): void {
    if (!this.#isBehind || this.#socket.bufferedAmount > maxBufferedBytes) return;
    this.#isBehind = false;
    this.#host.onDropped();
    this.refetch();
  }

  #send(message: RealtimeServerMessage): void {
    this.#sendText(JSON.stringify(message));
  }

  #sendText(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }

  #hear(data: RawData): void {
    this.#messages += 1;
    if (this.#messages > messagesPerBeat) return this.refuse('rate_limited');
    this.#hasSpoken = true;
    if (ping.equals(data as Buffer)) return this.#sendText(pong);
    this.#handling = this.#handling.then(() => this.#receive(data)).catch(() => this.#socket.terminate());
  }

  async #receive(data: RawData): Promise<void> {
    const text = (data as Buffer).toString('utf8');
    const message = text.length > maxMessageBytes ? undefined : realtimeClientMessage.safeParse(JSON.parse(text)).data;
    if (!message) return this.#socket.terminate();
    if (message.type === 'ping') return this.#sendText(pong);
    const askedMs = performance.now();
    const actor = await this.#host.actorOf(message.accessToken, this.address);
    // Gone while its token was looked at: nobody would ever take it off the list again.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!actor) return this.refuse('unauthenticated');
    const { organizationId } = actor;
    if (organizationId === null) return this.refuse('no_organization');
    // Another session or organization is another conversation.
    const isOther =
      this.actor !== null && (actor.sessionId !== this.actor.sessionId || organizationId !== this.actor.organizationId);
    if (isOther) return this.refuse('unauthenticated');
    const member = { ...actor, organizationId };
    const isFirst = this.actor === null;
    this.rightsReadMs = askedMs;
    if (!isFirst) return this.#host.onRenewed(this, member);
    if (!this.#host.onReady(this, member)) return this.refuse('rate_limited');
    this.#send({ type: 'welcome', sequence: 0 });
    if (message.type === 'hello' && message.readForMs !== undefined)
      this.#host.onWelcomed(this, member, message.readForMs);
  }
}
