import { linkFromEdge, type LinkFromEdge } from '@sightline/contracts/link/link';
import type { RawData } from 'ws';

/** How much of a message of a core waits. */
export const bytesOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, part) => sum + part.byteLength, 0) : data.byteLength;

/** A message as text. */
export const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString('utf8');

/** A message of a core, or null for one that breaks the protocol. */
export function parseMessage(text: string): LinkFromEdge | null {
  try {
    return linkFromEdge.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: answered like every other message that breaks the protocol.
    return null;
  }
}
