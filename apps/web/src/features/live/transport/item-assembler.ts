import { binaryHeaderBytes, decodeBinaryHeader } from '@sightline/contracts/live/player-binary';

/** One whole item of the player protocol: an init segment, a fragment or a picture. */
export interface PlayerItem {
  kind: 1 | 2 | 3;
  requestId: number;
  /** Wall time of the first sample in UTC ms; 0 for an init segment. */
  wallMs: number;
  startsWithKey: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

/** More than this in one item is no fragment of a camera: the item is dropped instead of filling the memory. */
const maxItemBytes = 64 * 1024 * 1024;

interface Pending {
  first: Omit<PlayerItem, 'bytes'>;
  chunks: Uint8Array[];
  bytes: number;
}

/** Joins the chunks of binary messages into items; chunks of several requests may be interleaved. */
export class ItemAssembler {
  readonly #pending = new Map<number, Pending>();

  /** Takes one binary message; answers the item that it completes, or null. A message that breaks the protocol is ignored. */
  push(message: Uint8Array): PlayerItem | null {
    const header = decodeBinaryHeader(message);
    if (!header) return null;
    const payload = message.subarray(binaryHeaderBytes);
    const { kind, requestId, wallMs, startsWithKey } = header;
    const open = this.#pending.get(requestId);
    if (header.isLast && !open) return { kind, requestId, wallMs, startsWithKey, bytes: payload.slice() };
    const pending = open ?? { first: { kind, requestId, wallMs, startsWithKey }, chunks: [], bytes: 0 };
    pending.chunks.push(payload);
    pending.bytes += payload.byteLength;
    if (pending.bytes > maxItemBytes) {
      this.#pending.delete(requestId);
      return null;
    }
    if (!header.isLast) {
      this.#pending.set(requestId, pending);
      return null;
    }
    this.#pending.delete(requestId);
    return { ...pending.first, bytes: join(pending) };
  }

  /** Forgets what a request left unfinished. */
  forget(requestId: number): void {
    this.#pending.delete(requestId);
  }
}

function join(pending: Pending): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pending.bytes);
  let at = 0;
  for (const chunk of pending.chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
