import { onPlayRefused } from '../media/mse-live.ts';
import type { SnapshotStore } from './player-snapshot.ts';
import type { StillPicture } from './still-picture.ts';

/** The video track of a connection, and the element that shows it. */
export class LiveTrack {
  readonly #video: HTMLVideoElement;
  readonly #store: SnapshotStore;
  readonly #still: StillPicture;
  #stream: MediaStream | undefined;

  constructor(video: HTMLVideoElement, store: SnapshotStore, still: StillPicture) {
    this.#video = video;
    this.#store = store;
    this.#still = still;
  }

  /** The track to show from the next {@link LiveTrack.attach} on. */
  use(stream: MediaStream | undefined): void {
    this.#stream = stream;
  }

  attach(): void {
    const stream = this.#stream;
    if (!stream) return;
    if (this.#video.srcObject !== stream) this.#store.set(this.#still.change(this.#video, { stream, shown: this.#store.get() }));
    this.#video.play().catch(onPlayRefused);
    this.#store.set({ hasAudio: stream.getAudioTracks().some((track) => !track.muted) });
    for (const track of stream.getAudioTracks()) track.onunmute = () => this.#store.set({ hasAudio: true });
  }

  /** Keeps the picture on screen while fragments take the element or leave it: there is no black between two ways. */
  bridge(): void {
    const { mode, live, hasStill } = this.#store.get();
    if (mode === 'live' && live.phase === 'live') this.#store.set({ hasStill: this.#still.take(this.#video) || hasStill });
  }
}
