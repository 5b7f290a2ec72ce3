import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** What a live tile says. Instants are UTC ms. */
export type LiveState =
  | { phase: 'connecting' }
  | { phase: 'live' }
  | { phase: 'stalled'; lastFrameUtcMs: number | null }
  | { phase: 'offline'; cause: ErrorCode | null; sinceUtcMs: number | null }
  | { phase: 'noPermission' }
  /** Somebody who may ended it; it opens again only when asked to. */
  | { phase: 'closed' }
  | { phase: 'unsupported'; cause: ErrorCode };

export type LiveSignal =
  /** A new attempt to get a picture begins. */
  | { type: 'opening' }
  /** A picture was presented. */
  | { type: 'frame' }
  /** No picture was presented for a while, the last one being of that instant. */
  | { type: 'silence'; lastFrameUtcMs: number | null }
  /** What the core says of the stream. */
  | { type: 'stream'; state: 'live' | 'stalled' | 'offline'; cause: ErrorCode | null; lastUnitUtcMs: number | null }
  /** A call or a request was refused with this code. */
  | { type: 'refused'; code: ErrorCode; atUtcMs: number };

const unplayable = new Set<ErrorCode>(['codec_unsupported', 'transcode_unavailable', 'camera_codec_unsupported']);
const hidden = new Set<ErrorCode>(['forbidden', 'not_found']);

/** The state after a signal. A tile that is offline stays so, in words, until a picture comes: retries do not flicker. */
export function nextLiveState(state: LiveState, signal: LiveSignal): LiveState {
  // A picture that was on its way still, or anything else that comes late, does not open it again.
  if (state.phase === 'closed') return state;
  switch (signal.type) {
    case 'opening':
      return state.phase === 'live' ? { phase: 'connecting' } : state;
    case 'frame':
      return state.phase === 'live' ? state : { phase: 'live' };
    case 'silence':
      return state.phase === 'live' ? { phase: 'stalled', lastFrameUtcMs: signal.lastFrameUtcMs } : state;
    case 'stream':
      return afterStream(state, signal);
    case 'refused':
      return afterRefusal(state, signal.code, signal.atUtcMs);
  }
}

function afterStream(state: LiveState, signal: Extract<LiveSignal, { type: 'stream' }>): LiveState {
  if (signal.state === 'offline') return { phase: 'offline', cause: signal.cause, sinceUtcMs: signal.lastUnitUtcMs };
  // Before the first unit a core calls every stream stalled: that is still connecting.
  if (signal.state === 'stalled')
    return signal.lastUnitUtcMs === null ? state : { phase: 'stalled', lastFrameUtcMs: signal.lastUnitUtcMs };
  return state.phase === 'offline' || state.phase === 'stalled' ? { phase: 'connecting' } : state;
}

function afterRefusal(state: LiveState, code: ErrorCode, atUtcMs: number): LiveState {
  if (code === 'live_view_closed') return { phase: 'closed' };
  if (code === 'camera_not_ready') return { phase: 'connecting' };
  if (hidden.has(code)) return { phase: 'noPermission' };
  if (unplayable.has(code)) return { phase: 'unsupported', cause: code };
  if (state.phase === 'offline') return { ...state, cause: code };
  return { phase: 'offline', cause: code, sinceUtcMs: atUtcMs };
}

/** Pause before attempt number `attempt` (from 0), with up to 30 % of jitter so that many tiles do not knock at once. */
export function retryDelayMs(attempt: number, random: number): number {
  return Math.round(Math.min(30_000, 1000 * 2 ** attempt) * (1 - 0.3 * random));
}
