import type {
  realtimePath,
  RealtimeClientMessage,
  RealtimeServerMessage,
} from '@sightline/contracts/realtime/realtime';
import ReconnectingWebSocket from 'partysocket/ws';
import { onAnswer } from '../clock/answers.ts';
import { readAllAnew } from '../api/query-client.ts';
import { logProblem } from '../log/log.ts';
import { refetchSession } from '../session/session-actions.ts';
import { accessToken, renewSession } from '../session/session-renewal.ts';
import { currentSession, sessionStore } from '../session/session-store.ts';
import { connectionStore, missedStore, welcomeStore } from './connection-store.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { deliverEvent } from './event-bus.ts';
import { contextOf } from './event-context.ts';
import { SequenceWatch } from './sequence-watch.ts';

// The type keeps it equal to the contract; importing the value would bring the schemas along.
const path: typeof realtimePath = '/api/v1/realtime';
/** Part of the server that answers without asking anybody. */
const alivePath = '/healthz';
const aliveWithinMs = 1_500;
/** Longer than this nobody waits for what is read anew after a loss; what is late says so itself. */
const readWithinMs = 5_000;

const sessionIdOf = (token: string | null): string | null => {
  if (token === null) return null;
  const payload = token.split('.')[1] ?? '';
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof claims === 'object' && claims !== null && 'sid' in claims && typeof claims.sid === 'string'
    ? claims.sid
    : null;
};

const isAlive = async (): Promise<boolean> => {
  try {
    return (await fetch(alivePath, { cache: 'no-store', signal: AbortSignal.timeout(aliveWithinMs) })).ok;
  } catch (away) {
    if (away instanceof TypeError || away instanceof DOMException) return false;
    throw away;
  }
};

/** Something was missed: everything on the screen, and what the person may do, is read anew. */
const readAnew = async (): Promise<void> => {
  missedStore.setState(({ count }) => ({ count: count + 1 }));
  const rights = refetchSession().catch((failure: unknown) =>
    logProblem('The session could not be read anew', failure),
  );
  const read = Promise.all([readAllAnew(), rights]);
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, readWithinMs))]);
};

/** The one WebSocket of this tab: says hello, keeps alive, hands out events, and says when data must be read again. */
export class RealtimeClient {
  readonly #sequence = new SequenceWatch();
  readonly #watch = new ConnectionWatch({
    ask: () => this.#send({ type: 'ping' }),
    reopen: () => this.#socket?.reconnect(),
    giveUp: () => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.reconnect();
    },
    isAnswered: isAlive,
    isBrowserOnline: () => navigator.onLine,
    isHidden: () => document.hidden,
    onChange: (connection) => connectionStore.setState(connection),
  });
  #socket: ReconnectingWebSocket | undefined;
  #stops: (() => void)[] = [];
  /** The server has taken this connection in. What it says before is no word about what is on the screen. */
  #isWelcomed = false;

  start(): void {
    if (this.#socket !== undefined) return;
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
    const socket = new ReconnectingWebSocket(url, [], {
      minReconnectionDelay: 500,
      maxReconnectionDelay: 8_000,
      maxEnqueuedMessages: 0,
    });
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#isWelcomed = false;
      this.#hello();
    });
    socket.addEventListener('message', (event: MessageEvent<unknown>) => this.#hear(event.data));
    this.#watch.start();
    this.#stops = [
      this.#followSession(),
      this.#followPage(),
      onAnswer((isAnswered) => (isAnswered ? this.#watch.callAnswered() : this.#watch.callFailed())),
    ];
  }

  stop(): void {
    this.#watch.stop();
    for (const stop of this.#stops.splice(0)) stop();
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** Tries again at once instead of waiting for the next attempt. */
  reconnect(): void {
    this.#socket?.reconnect();
  }

  /** What the browser says of its network, and whether somebody looks. */
  #followPage(): () => void {
    const lost = (): void => this.#watch.networkLost();
    const back = (): void => this.#watch.networkBack();
    const looked = (): void => {
      if (!document.hidden) this.#watch.lookedAt();
    };
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    document.addEventListener('visibilitychange', looked);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
      document.removeEventListener('visibilitychange', looked);
    };
  }

  /** A renewed token is passed on; another session or organization is another conversation. */
  #followSession(): () => void {
    const conversation = (): string =>
      `${sessionIdOf(accessToken()) ?? ''} ${currentSession()?.activeOrganizationId ?? ''}`;
    let known = accessToken();
    let before = conversation();
    return sessionStore.subscribe(() => {
      const token = accessToken();
      if (token === null || token === known) return;
      known = token;
      if (conversation() === before) this.#send({ type: 'token', accessToken: token });
      else this.#socket?.reconnect();
      before = conversation();
    });
  }

  #hello(): void {
    const token = accessToken();
    if (token === null) return;
    const state = sessionStore.getState();
    // A second connection reads everything again by itself.
    const isFirst = !this.#sequence.wasWelcomed && state.status === 'signedIn';
    this.#send({
      type: 'hello',
      accessToken: token,
      ...(isFirst && { readForMs: Math.ceil(performance.now() - state.sinceMs) }),
    });
  }

  #send(message: RealtimeClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(data: unknown): void {
    if (typeof data !== 'string') return;
    const message = JSON.parse(data) as RealtimeServerMessage;
    if (message.type === 'refused') {
      void this.#refused(message.code);
      return;
    }
    const verdict = this.#sequence.assess(message);
    const isRead = verdict === 'refetch' || verdict === 'deliverAndRefetch' ? readAnew() : null;
    if (message.type === 'welcome') {
      this.#isWelcomed = true;
      welcomeStore.setState(({ count }) => ({ count: count + 1 }));
      this.#watch.welcomed(isRead);
    } else if (this.#isWelcomed) this.#watch.heard();
    if (message.type !== 'event') return;
    const viewer = { sessionId: sessionIdOf(accessToken()), userId: currentSession()?.user.id ?? null };
    deliverEvent(message.event, contextOf(message, viewer));
  }

  async #refused(code: string): Promise<void> {
    if (code === 'no_organization') return this.#setApart();
    if (code === 'unauthenticated' && (await renewSession(accessToken()))) this.#socket?.reconnect();
    else if (currentSession() === null) this.stop();
  }

  /** The server is there, and tells nothing to somebody without an organization. The next session begins another conversation. */
  #setApart(): void {
    this.#watch.setApart();
    if (currentSession()?.activeOrganizationId == null) return this.#socket?.close();
    // Removed from it, or barred for now: the session says which.
    void refetchSession().catch((failure: unknown) => logProblem('The session could not be read anew', failure));
  }
}

/** The client of this tab. The shell starts it and stops it. */
export const realtime = new RealtimeClient();
