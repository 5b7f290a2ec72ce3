import type { PlayerReply, PlayerRequest } from '@sightline/contracts/live/player-protocol';
import type { PlayerItem } from './item-assembler.ts';

/** What a transport hands up. After `onClose` nothing follows. */
export interface TransportEvents {
  onReply(reply: PlayerReply): void;
  onItem(item: PlayerItem): void;
  onClose(): void;
}

/** One way to speak the player protocol with a core: the data channel of a peer connection, or a relayed WebSocket. */
export interface PlayerTransport {
  readonly kind: 'direct' | 'relay';
  /** Sends now, or as soon as the transport is open. Does nothing once closed. */
  send(request: PlayerRequest): void;
  /** Forgets half-received items of a request that nobody waits for. */
  forget(requestId: number): void;
  close(): void;
}

/** All of them, by name: one that is missing here does not compile, for it would never be heard. */
const replyTypes: Record<PlayerReply['type'], true> = {
  segment: true,
  gap: true,
  state: true,
  showing: true,
  clock: true,
  boxes: true,
  done: true,
  failed: true,
  pong: true,
  bye: true,
};

/**
 * Reads a text message of the core, or null when it is none. Only the shape that routing needs is checked here: the
 * schemas stay on the server and the core, so that the entry bundle carries no validator.
 */
export function parseReply(text: string): PlayerReply | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  const { type } = value;
  if (typeof type !== 'string' || !Object.hasOwn(replyTypes, type)) return null;
  if (type !== 'bye' && !('requestId' in value && typeof value.requestId === 'number')) return null;
  return value as PlayerReply;
}
