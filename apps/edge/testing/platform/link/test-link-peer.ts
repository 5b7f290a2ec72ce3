import type { LinkFromEdge, LinkFromServer } from '@sightline/contracts/link/link';
import { linkFromEdge } from '@sightline/contracts/link/link';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { ThumbnailQueue } from '../../../src/platform/link/thumbnail-sender.ts';

/** For links that have no pictures to send. */
export const noThumbnails: ThumbnailQueue = {
  next: () => null,
  read: () => Promise.resolve(null),
  done: () => undefined,
  onChange: () => () => undefined,
};

/** The server's side of the link, as far as a test needs it. */
export class LinkPeer {
  readonly received: LinkFromEdge[] = [];
  readonly server: WebSocketServer;
  socket: WebSocket | null = null;
  connections = 0;
  ackedSequence = 0;
  clockShiftMs = 0;
  /** What it says that it knows; a server of before says nothing. */
  syncedKinds: string[] | undefined = Object.keys(syncedKinds);
  autoAck = true;
  /** What it answers to a picture; null says nothing. */
  thumbnailOutcome: ((message: LinkFromEdge & { type: 'thumbnail' }) => 'kept' | 'later' | 'refused' | null) | null =
    null;

  constructor(port = 0) {
    this.server = new WebSocketServer({ host: '127.0.0.1', port });
    this.server.on('connection', (socket) => {
      this.socket = socket;
      this.connections++;
      socket.on('message', (data) => this.#receive(linkFromEdge.parse(JSON.parse((data as Buffer).toString('utf8')))));
      this.send({ type: 'challenge', nonce: 'n0nce' });
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  send(message: LinkFromServer): void {
    this.socket?.send(JSON.stringify(message));
  }

  of<T extends LinkFromEdge['type']>(type: T): (LinkFromEdge & { type: T })[] {
    return this.received.filter((message): message is LinkFromEdge & { type: T } => message.type === type);
  }

  #receive(message: LinkFromEdge): void {
    this.received.push(message);
    const serverUtcMs = Date.now() + this.clockShiftMs;
    if (message.type === 'hello') {
      this.send({
        type: 'welcome',
        protocol: 1,
        serverUtcMs,
        ackedSequence: this.ackedSequence,
        organizationId: uuidv7(),
        name: 'Yard',
        ...(this.syncedKinds && { syncedKinds: this.syncedKinds }),
      });
    } else if (message.type === 'heartbeat')
      this.send({ type: 'heartbeatAck', sentAtUtcMs: message.sentAtUtcMs, serverUtcMs });
    else if (message.type === 'records' && this.autoAck) {
      this.ackedSequence = message.records[message.records.length - 1].sequence;
      this.send({ type: 'ack', epoch: message.epoch, sequence: this.ackedSequence });
    } else if (message.type === 'thumbnail') {
      const outcome = this.thumbnailOutcome?.(message);
      if (outcome) this.send({ type: 'thumbnailAck', eventId: message.eventId, kind: message.kind, outcome });
    }
  }
}
