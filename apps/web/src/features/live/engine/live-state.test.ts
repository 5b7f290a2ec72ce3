import { describe, expect, it } from 'vitest';
import { nextLiveState, retryDelayMs } from './live-state.ts';
import type { LiveSignal, LiveState } from './live-state.ts';

const after = (start: LiveState, ...signals: LiveSignal[]): LiveState => signals.reduce(nextLiveState, start);
const connecting: LiveState = { phase: 'connecting' };

describe('what a live tile says', () => {
  it('shows nothing of a camera that may not be seen, whether it exists or not', () => {
    expect(after(connecting, { type: 'refused', code: 'forbidden', atUtcMs: 1 })).toEqual({ phase: 'noPermission' });
    expect(after(connecting, { type: 'refused', code: 'not_found', atUtcMs: 1 })).toEqual({ phase: 'noPermission' });
  });

  it('keeps since when it is offline over failed retries and names the newest cause', () => {
    const state = after(
      connecting,
      { type: 'refused', code: 'core_offline', atUtcMs: 5 },
      { type: 'opening' },
      { type: 'refused', code: 'core_timeout', atUtcMs: 9 },
    );
    expect(state).toEqual({ phase: 'offline', cause: 'core_timeout', sinceUtcMs: 5 });
  });

  it('goes on connecting while the core is still setting the camera up', () => {
    expect(after(connecting, { type: 'refused', code: 'camera_not_ready', atUtcMs: 1 })).toEqual(connecting);
  });

  it('says unsupported, not offline, when nothing can convert the stream', () => {
    expect(after(connecting, { type: 'refused', code: 'transcode_unavailable', atUtcMs: 1 })).toEqual({
      phase: 'unsupported',
      cause: 'transcode_unavailable',
    });
  });

  it('goes live with the first picture, stalls on silence, and comes back', () => {
    const live = after(connecting, { type: 'frame' });
    expect(live).toEqual({ phase: 'live' });
    const stalled = after(live, { type: 'silence', lastFrameUtcMs: 7 });
    expect(stalled).toEqual({ phase: 'stalled', lastFrameUtcMs: 7 });
    expect(after(stalled, { type: 'frame' })).toEqual({ phase: 'live' });
  });

  it('does not call a stream stalled that has not begun', () => {
    expect(after(connecting, { type: 'stream', state: 'stalled', cause: null, lastUnitUtcMs: null })).toEqual(
      connecting,
    );
  });

  it('takes the cause from the core and connects again when the stream is back', () => {
    const offline = after(
      { phase: 'live' },
      { type: 'stream', state: 'offline', cause: 'camera_unreachable', lastUnitUtcMs: 3 },
    );
    expect(offline).toEqual({ phase: 'offline', cause: 'camera_unreachable', sinceUtcMs: 3 });
    expect(after(offline, { type: 'stream', state: 'live', cause: null, lastUnitUtcMs: 9 })).toEqual(connecting);
  });

  it('waits longer after each failure, at most half a minute', () => {
    expect([0, 1, 2, 9].map((attempt) => retryDelayMs(attempt, 0))).toEqual([1000, 2000, 4000, 30_000]);
    expect(retryDelayMs(0, 1)).toBe(700);
  });
});

it('ROOMS-001 a view that somebody ended stays ended, whatever comes late', () => {
  const closed = nextLiveState({ phase: 'live' }, { type: 'refused', code: 'live_view_closed', atUtcMs: 1 });
  expect(closed).toEqual({ phase: 'closed' });
  for (const late of [
    { type: 'frame' },
    { type: 'opening' },
    { type: 'refused', code: 'core_offline', atUtcMs: 2 },
  ] as const) {
    expect(nextLiveState(closed, late)).toEqual(closed);
  }
});
