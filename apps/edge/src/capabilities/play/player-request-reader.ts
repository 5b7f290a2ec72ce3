import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { playerRequest } from '@sightline/contracts/live/player-protocol';

/** No request of the protocol comes near this. */
const maxTextLength = 16_384;
/** Answers to what carries no usable id of its own. */
const unknownRequestId = 1;

export type ReadRequest = { ok: true; request: PlayerRequest } | { ok: false; requestId: number };

/** Parses one text message of a browser. Never throws. */
export function readPlayerRequest(text: string): ReadRequest {
  const value = text.length > maxTextLength ? undefined : parseJson(text);
  const parsed = playerRequest.safeParse(value);
  return parsed.success ? { ok: true, request: parsed.data } : { ok: false, requestId: requestIdOf(value) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: undefined fails the schema, which is the answer the sender gets.
    return undefined;
  }
}

function requestIdOf(value: unknown): number {
  const id = typeof value === 'object' && value !== null && 'requestId' in value ? value.requestId : null;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= 0xffff_ffff ? id : unknownRequestId;
}
