import { binaryChunkBytes, encodeBinaryHeader, binaryHeaderBytes } from '@sightline/contracts/live/player-binary';
import type { BinaryHeader } from '@sightline/contracts/live/player-binary';
import type { PlayerReply } from '@sightline/contracts/live/player-protocol';
import type { PlayerTransport } from '../../platform/transport/player-transport.ts';
import { highWaterBytes } from '../../platform/transport/player-transport.ts';

export type ItemHead = Omit<BinaryHeader, 'isLast'>;

/** Writes replies and binary items of one session. */
export interface PlayerSender {
  reply(reply: PlayerReply): void;
  /**
   * Sends an item in chunks, each only when the transport has room. Answers false when the transport closed or `signal`
   * was aborted on the way.
   */
  item(head: ItemHead, payload: Uint8Array, signal: AbortSignal): Promise<boolean>;
  /** Sends an item at once, however much waits already. For live units, whose sender looks at `backlogBytes` itself. */
  itemNow(head: ItemHead, payload: Uint8Array): void;
  backlogBytes(): number;
}

/** Makes the sender of a transport. */
export function createPlayerSender(transport: PlayerTransport): PlayerSender {
  const sendChunk = (head: ItemHead, payload: Uint8Array, at: number): void => {
    const end = Math.min(payload.length, at + binaryChunkBytes);
    const message = new Uint8Array(binaryHeaderBytes + end - at);
    message.set(encodeBinaryHeader({ ...head, isLast: end === payload.length }));
    message.set(payload.subarray(at, end), binaryHeaderBytes);
    transport.sendBinary(message);
  };
  return {
    reply: (reply) => transport.sendText(JSON.stringify(reply)),
    async item(head, payload, signal) {
      for (let at = 0; at === 0 || at < payload.length; at += binaryChunkBytes) {
        if (transport.bufferedBytes() > highWaterBytes) await transport.whenDrained();
        if (signal.aborted || !transport.isOpen()) return false;
        sendChunk(head, payload, at);
      }
      return true;
    },
    itemNow(head, payload) {
      for (let at = 0; at === 0 || at < payload.length; at += binaryChunkBytes) sendChunk(head, payload, at);
    },
    backlogBytes: () => transport.bufferedBytes(),
  };
}
