import { liveCalls } from '@sightline/contracts/live/live.api';
import type { Lease } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/client.ts';
import { PlayerRequests } from '../../transport/player-requests.ts';
import { relayTransport } from '../../transport/relay-transport.ts';
import { LiveLease } from './live-lease.ts';
import { serverSignalling } from './live-signalling.ts';
import type { Wanted } from './peer-link.ts';

export interface RelayEvents {
  onLease(lease: Lease): void;
  onRequests(requests: PlayerRequests): void;
  /** It is over, once. */
  onEnded(reason: ErrorCode): void;
}

/** The player protocol through the server. */
export class RelayLink {
  readonly #wanted: Wanted;
  readonly #events: RelayEvents;
  #requests: PlayerRequests | undefined;
  #lease: LiveLease | undefined;
  #isEnded = false;

  constructor(wanted: Wanted, events: RelayEvents) {
    this.#wanted = wanted;
    this.#events = events;
  }

  async start(): Promise<void> {
    try {
      const ticket = await call(liveCalls.relay, {
        params: { id: this.#wanted.cameraId },
        body: { originals: this.#wanted.originals },
      });
      this.#lease = new LiveLease(ticket.leaseId, serverSignalling, { onEnded: (code) => this.#end(code) });
      if (this.#isEnded) return this.#lease.end();
      this.#events.onLease(ticket);
      const transport = relayTransport(ticket.url, {
        onReply: (reply) => (reply.type === 'bye' ? this.#end(reply.code) : this.#requests?.receive(reply)),
        onItem: (item) => this.#requests?.receiveItem(item),
        onClose: () => this.#end('core_offline'),
      });
      this.#requests = new PlayerRequests(transport);
      this.#events.onRequests(this.#requests);
    } catch (thrown) {
      this.#end(toApiError(thrown).code);
    }
  }

  stop(): void {
    this.#isEnded = true;
    this.#requests?.transport.close();
    this.#lease?.end();
  }

  #end(reason: ErrorCode): void {
    if (this.#isEnded) return;
    this.stop();
    this.#requests?.lose();
    this.#events.onEnded(reason);
  }
}
