import { createHmac } from 'node:crypto';
import type { RtcAnswer } from '@sightline/contracts/live/live';

type IceServers = RtcAnswer['iceServers'];

/** TURN servers that know a secret of ours (`use-auth-secret` of coturn), so that nobody gets a password that lasts. */
export interface TurnSecret {
  /** `turn:` and `turns:` addresses. */
  urls: readonly string[];
  secret: string;
}

/** How long a password holds. A view that lasts longer needs it again whenever its address at the TURN server is made anew. */
export const turnPasswordMs = 12 * 3_600_000;

/** User name and password for a TURN server by its shared secret: `expiry:id` and its HMAC-SHA1. `nowMs` in UTC milliseconds. */
export function turnCredentials(secret: string, id: string, nowMs: number): { username: string; credential: string } {
  const username = `${Math.floor((nowMs + turnPasswordMs) / 1_000)}:${id}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** Servers for one view: those of the settings as they are, and those of the secret with a password for this view alone. */
export function serversFor(
  configured: { iceServers: IceServers; turn: TurnSecret | null },
  viewId: string,
  nowMs: number,
): IceServers {
  const { iceServers, turn } = configured;
  if (turn === null) return iceServers;
  const credentials = turnCredentials(turn.secret, viewId, nowMs);
  return [...iceServers, ...turn.urls.map((urls) => ({ urls, ...credentials }))];
}

/** `stun:host:port` of every server that a core can ask over UDP how the world sees it: TURN servers answer that as well, without a password. */
export function stunServersOf(servers: IceServers): string[] {
  const found = servers.flatMap(({ urls }) => {
    const [, host, port = '3478'] =
      /^(?:stun|turn):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=udp)?$/i.exec(urls) ?? [];
    return host === undefined ? [] : [`stun:${host}:${port}`];
  });
  return [...new Set(found)].slice(0, 8);
}
