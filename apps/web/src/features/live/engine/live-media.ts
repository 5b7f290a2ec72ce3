import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { MseLive } from '../media/mse-live.ts';
import type { LiveMediaEvents } from '../media/mse-live.ts';
import type { PlayerRequests } from '../transport/player-requests.ts';
import type { CoreClock } from './clocks/core-clock.ts';
import type { LiveSignal } from './live-state.ts';
import type { LiveTrack } from './live-track.ts';
import type { SnapshotStore } from './player-snapshot.ts';

interface LiveMediaDeps {
  video: HTMLVideoElement;
  track: LiveTrack;
  store: SnapshotStore;
  clock: CoreClock;
  signal: (signal: LiveSignal) => void;
}

/** What live is shown with: the video track of a direct connection, or fragments, which any connection carries. */
export class LiveMedia {
  readonly #deps: LiveMediaDeps;
  #fragments: MseLive | undefined;

  constructor(deps: LiveMediaDeps) {
    this.#deps = deps;
  }

  get hasFragments(): boolean {
    return this.#fragments !== undefined;
  }

  /** The instant of the fragments on screen, UTC ms; null while none are shown. */
  get positionMs(): number | null {
    return this.#fragments?.positionMs ?? null;
  }

  /** The instant of a picture of the fragments by its media time, UTC ms. */
  utcOf(mediaTime: number): number | null {
    return this.#fragments?.utcOf(mediaTime) ?? null;
  }

  /** Shows a stream; without a direct connection always in fragments. */
  open(requests: PlayerRequests, wanted: { stream: 'auto' | 'main' | 'sub'; isFragments: boolean }): void {
    this.stop();
    const { video, track, clock, signal } = this.#deps;
    const { stream, isFragments } = wanted;
    if (requests.transport.kind === 'direct') {
      track.choose(requests, isFragments ? 'none' : stream, this.#events());
      if (!isFragments) return;
    }
    this.#fragments = new MseLive({ requests, video, stream, events: this.#events() });
    this.#fragments.start().catch(() => signal({ type: 'refused', code: 'codec_unsupported', atUtcMs: clock.now() }));
  }

  /** The track of a direct connection carries nothing until live is opened again. */
  rest(requests: PlayerRequests): void {
    this.#deps.track.choose(requests, 'none', this.#events());
  }

  /** Ends the fragments. */
  stop(): void {
    this.#fragments?.stop();
    this.#fragments = undefined;
  }

  #events(): LiveMediaEvents {
    const { store, clock, signal } = this.#deps;
    return {
      onShowing: ({ stream, codec, width, height, transcoded, masked }) =>
        store.set({ showing: { stream, codec, width, height, transcoded }, masked: masked ?? 'none' }),
      onStream: ({ state, cause, lastUnitUtcMs }) => signal({ type: 'stream', state, cause, lastUnitUtcMs }),
      onFailed: (code: ErrorCode) => signal({ type: 'refused', code, atUtcMs: clock.now() }),
    };
  }
}
