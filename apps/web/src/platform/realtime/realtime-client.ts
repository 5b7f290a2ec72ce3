import type { realtimePath, RealtimeClientMessage, RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import ReconnectingWebSocket from 'partysocket/ws';
import { queryClient } from '../api/query-client.ts';
import { accessToken, renewSession } from '../session/session-renewal.ts';
import { currentSession, sessionStore } from '../session/session-store.ts';
import { connectionStore } from './connection-store.ts';
import { deliverEvent } from './event-bus.ts';
import { contextOf } from './event-context.ts';
import { SequenceWatch } from './sequence-watch.ts';

// The type keeps it equal to the contract; importing the value would bring the schemas along.
const path: typeof realtimePath = '/api/v1/realtime';
const pingMs = 15_000;
const silenceMs = 40_000;

const sessionIdOf = (token: string | null): string | null => {
  if (token === null) return null;
  const payload = token.split('.')[1] ?? '';
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof claims === 'object' && claims !== null && 'sid' in claims && typeof claims.sid === 'string' ? claims.sid : null;
};

/** The one WebSocket of this tab: says hello, keeps alive, hands out events, and says when data must be read again. */
export class RealtimeClient {
  readonly #watch = new SequenceWatch();
  #socket: ReconnectingWebSocket | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #stopHearing: (() => void) | undefined;

  start(): void {
    if (this.#socket !== undefined) return;
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
    const socket = new ReconnectingWebSocket(url, [], { minReconnectionDelay: 500, maxReconnectionDelay: 15_000, maxEnqueuedMessages: 0 });
    this.#socket = socket;
    socket.addEventListener('open', () => this.#hello());
    socket.addEventListener('message', (event: MessageEvent<unknown>) => this.#hear(event.data));
    socket.addEventListener('close', () => connectionStore.setState({ state: 'offline' }));
    this.#timer = setInterval(() => this.#watchSilence(), pingMs);
    this.#stopHearing = this.#followSession();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopHearing?.();
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** Tries again at once instead of waiting for the next attempt. */
  reconnect(): void {
    this.#socket?.reconnect();
  }

  /** A renewed token is passed on; another session or organization is another conversation. */
  #followSession(): () => void {
    const conversation = (): string => `${sessionIdOf(accessToken()) ?? ''} ${currentSession()?.activeOrganizationId ?? ''}`;
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
    const isFirst = !this.#watch.wasWelcomed && state.status === 'signedIn';
    this.#send({ type: 'hello', accessToken: token, ...(isFirst && { readForMs: Math.ceil(performance.now() - state.sinceMs) }) });
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
    connectionStore.setState({ state: 'online', freshUtcMs: Date.now() });
    const verdict = this.#watch.judge(message);
    if (message.type === 'event' && verdict !== 'nothing') {
      const viewer = { sessionId: sessionIdOf(accessToken()), userId: currentSession()?.user.id ?? null };
      deliverEvent(message.event, contextOf(message, viewer));
    }
    if (verdict === 'refetch' || verdict === 'deliverAndRefetch') void queryClient.invalidateQueries();
  }

  async #refused(code: string): Promise<void> {
    connectionStore.setState({ state: 'offline' });
    if (code === 'unauthenticated' && (await renewSession(accessToken()))) this.#socket?.reconnect();
    else if (currentSession() === null) this.stop();
  }

  #watchSilence(): void {
    const silentMs = Date.now() - connectionStore.getState().freshUtcMs;
    // A cable that is pulled closes nothing: only silence tells.
    if (connectionStore.getState().state === 'online' && silentMs > silenceMs) {
      connectionStore.setState({ state: 'offline' });
      this.#socket?.reconnect();
      return;
    }
    this.#send({ type: 'ping' });
  }
}

/** The client of this tab. The shell starts it and stops it. */
export const realtime = new RealtimeClient();
