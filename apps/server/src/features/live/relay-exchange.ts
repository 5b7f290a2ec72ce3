import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { WebSocket } from 'ws';
import { RelayPair } from './relay-pair.ts';

const openWithinMs = 10_000;

interface Meeting {
  leaseId: string;
  edgeToken: string;
  viewerToken: string;
  edge: WebSocket | null;
  viewer: WebSocket | null;
  timer: NodeJS.Timeout;
}

export interface RelayExchangeEvents {
  onBytes: (bytes: number) => void;
  /** A relay ended, or nobody came: its lease is over. */
  onEnded: (leaseId: string) => void;
}

/** Where a core and a browser meet: each has a token that opens once, within 10 s. */
export class RelayExchange {
  readonly #events: RelayExchangeEvents;
  readonly #byToken = new Map<string, Meeting>();
  readonly #pairs = new Map<string, RelayPair>();

  constructor(events: RelayExchangeEvents) {
    this.#events = events;
  }

  /** Makes the two tokens of a lease. */
  arrange(leaseId: string): { edgeToken: string; viewerToken: string } {
    const [edgeToken, viewerToken] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const timer = setTimeout(() => this.#cancel(meeting), openWithinMs);
    const meeting: Meeting = { leaseId, edgeToken, viewerToken, edge: null, viewer: null, timer };
    this.#byToken.set(edgeToken, meeting).set(viewerToken, meeting);
    return { edgeToken, viewerToken };
  }

  /** The lease that a viewer's token opens; null for a token that is unknown or used. */
  leaseOf(viewerToken: string): string | null {
    const meeting = this.#byToken.get(viewerToken);
    return meeting?.viewerToken === viewerToken ? meeting.leaseId : null;
  }

  /** One side arrives. A token that is unknown, used or late is refused. */
  arrive(side: 'edge' | 'viewer', token: string, socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    const meeting = this.#byToken.get(token);
    if (!meeting || meeting[`${side}Token`] !== token) return socket.close(4004, 'not_found');
    this.#byToken.delete(token);
    meeting[side] = socket;
    // Nothing may be read before the other side is there to hear it.
    socket.pause();
    const { edge, viewer, leaseId } = meeting;
    if (!edge || !viewer) return;
    clearTimeout(meeting.timer);
    const pair = new RelayPair(edge, viewer, {
      onBytes: this.#events.onBytes,
      onClosed: () => {
        this.#pairs.delete(leaseId);
        this.#events.onEnded(leaseId);
      },
    });
    this.#pairs.set(leaseId, pair);
  }

  /** Ends what belongs to a lease, whether both sides are there yet or not. */
  end(leaseId: string, code: ErrorCode): void {
    this.#pairs.get(leaseId)?.end(code);
    for (const meeting of new Set(this.#byToken.values())) if (meeting.leaseId === leaseId) this.#cancel(meeting);
  }

  stop(): void {
    for (const pair of this.#pairs.values()) pair.end('live_lease_ended');
    for (const meeting of new Set(this.#byToken.values())) this.#cancel(meeting);
  }

  #cancel(meeting: Meeting): void {
    clearTimeout(meeting.timer);
    this.#byToken.delete(meeting.edgeToken);
    this.#byToken.delete(meeting.viewerToken);
    for (const socket of [meeting.edge, meeting.viewer]) {
      socket?.resume();
      socket?.close(4004, 'not_found');
    }
    if (!this.#pairs.has(meeting.leaseId)) this.#events.onEnded(meeting.leaseId);
  }
}
