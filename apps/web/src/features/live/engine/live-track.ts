import { onPlayRefused } from '../media/mse-live.ts';
import type { LiveMediaEvents } from '../media/mse-live.ts';
import type { PlayerRequests } from '../transport/player-requests.ts';
import type { PictureClock } from './clocks/picture-clock.ts';
import type { SnapshotStore } from './player-snapshot.ts';
import type { StillPicture } from './still-picture.ts';

/** The video track of a connection, and the element that shows it. */
export class LiveTrack {
  readonly #video: HTMLVideoElement;
  readonly #store: SnapshotStore;
  readonly #still: StillPicture;
  #stream: MediaStream | undefined;
  #requestId = 0;
  readonly #clock: PictureClock;

  constructor(video: HTMLVideoElement, store: SnapshotStore, parts: { still: StillPicture; clock: PictureClock }) {
    this.#video = video;
    this.#store = store;
    this.#still = parts.still;
    this.#clock = parts.clock;
  }

  /** The track to show from the next {@link LiveTrack.attach} on. */
  use(stream: MediaStream | undefined): void {
    this.#stream = stream;
  }

  attach(): void {
    const stream = this.#stream;
    if (!stream) return;
    if (this.#video.srcObject !== stream)
      this.#store.set(this.#still.change(this.#video, { stream, shown: this.#store.get() }));
    this.#video.play().catch(onPlayRefused);
    this.#store.set({ hasAudio: stream.getAudioTracks().some((track) => !track.muted) });
    for (const track of stream.getAudioTracks()) track.onunmute = () => this.#store.set({ hasAudio: true });
  }

  /** Asks the core to send this stream by the track, or nothing. What it says of an earlier choice counts no more. */
  choose(requests: PlayerRequests, stream: 'auto' | 'main' | 'sub' | 'none', events: LiveMediaEvents): void {
    const request = requests.open(
      { type: 'track', stream, tellsClock: true },
      {
        onReply: (reply) => {
          if (request.requestId !== this.#requestId) return;
          if (reply.type === 'showing') events.onShowing(reply);
          else if (reply.type === 'state') events.onStream(reply);
          else if (reply.type === 'clock') this.#clock.hear(reply);
          else if (reply.type === 'failed') events.onFailed(reply.code);
        },
      },
    );
    this.#requestId = request.requestId;
  }

  /** Keeps the picture on screen while fragments take the element or leave it: there is no black between two ways. */
  bridge(): void {
    const { mode, live, hasStill } = this.#store.get();
    if (mode === 'live' && live.phase === 'live')
      this.#store.set({ hasStill: this.#still.take(this.#video) || hasStill });
  }
}
