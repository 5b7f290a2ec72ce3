import { FootagePlayer } from '../media/footage-player.ts';
import type { FootageEvents } from '../media/footage-player.ts';
import type { PlayerRequests } from '../transport/player-requests.ts';
import { BoxFeed } from './box-feed.ts';
import { CoreClock } from './clocks/core-clock.ts';
import { CoreConnection } from './links/core-connection.ts';
import { CorePings } from './links/core-pings.ts';
import { LiveMedia } from './live-media.ts';
import { LivePicture } from './live-picture.ts';
import { nextLiveState } from './live-state.ts';
import { LiveTrack } from './live-track.ts';
import { PictureClock } from './clocks/picture-clock.ts';
import type { LiveSignal } from './live-state.ts';
import { PictureUpdate } from './picture-updates.ts';
import { SnapshotStore } from './player-snapshot.ts';
import type { PlayerPath } from './player-snapshot.ts';
import { StillPicture } from './still-picture.ts';
import { requestThumbnail } from './thumbnail-request.ts';
import { makeVideo } from './video-elements.ts';

/** One camera on screen: live, and its footage, over whichever way there is. */
export class CameraPlayer {
  readonly liveVideo = makeVideo();
  readonly footageVideo = makeVideo();
  readonly store = new SnapshotStore();
  readonly clock = new CoreClock();
  readonly pictures = new PictureUpdate();
  readonly boxes = new BoxFeed();
  readonly still = new StillPicture();
  readonly #cameraId: string;
  #connection: CoreConnection;
  readonly #picture: LivePicture;
  #requests: PlayerRequests | null = null;
  #footage: FootagePlayer | undefined;
  readonly #pings = new CorePings(this.clock);
  #startedAtMs = 0;
  readonly #pictureClock = new PictureClock();
  readonly #track = new LiveTrack(this.liveVideo, this.store, { still: this.still, clock: this.#pictureClock });
  readonly #media = new LiveMedia({
    video: this.liveVideo,
    track: this.#track,
    store: this.store,
    clock: this.clock,
    signal: (signal) => this.#signal(signal),
  });
  /** While nobody looks: what it was doing before, and the instant that stays on screen. */
  #suspended: { wasPlaying: boolean; positionMs: number } | null = null;
  /** An instant asked for while there was no way to the core. */
  #wantedMs: number | null = null;
  #hasSubStream = false;
  /** The camera sends AAC, which a video track cannot carry: who wants to hear it gets fragments instead. */
  #hasAac = false;
  /** This browser cannot play what the camera records: the core converts it. */
  #isConverting = false;
  #liveStream: 'auto' | 'main' | 'sub';

  constructor(cameraId: string, liveStream: 'auto' | 'main' | 'sub' = 'auto') {
    this.#cameraId = cameraId;
    this.#liveStream = liveStream;
    this.#connection = this.#connect();
    this.#picture = new LivePicture(this.liveVideo, {
      clock: this.clock,
      pictureClock: this.#pictureClock,
      fragmentPosition: () => this.#media.positionMs,
      fragmentInstant: (mediaTime) => this.#media.utcOf(mediaTime),
      events: {
        onFrame: (utcMs) => this.#frame(utcMs),
        onSilence: (lastFrameUtcMs) =>
          this.store.get().mode === 'live' && this.#signal({ type: 'silence', lastFrameUtcMs }),
        onDelay: (delayMs) => this.store.set({ delayMs }),
      },
    });
  }

  start(): void {
    this.#startedAtMs = performance.now();
    this.#connection.start();
    this.#pings.start();
  }

  /** Nobody looks: nothing is fetched until {@link CameraPlayer.resume}; the last picture and the place in the footage stay. */
  suspend(): void {
    if (this.#suspended !== null) return;
    const { mode, isPlaying } = this.store.get();
    this.#suspended = { wasPlaying: isPlaying, positionMs: this.positionMs };
    this.store.set({ hasStill: this.still.take(mode === 'live' ? this.liveVideo : this.footageVideo) });
    if (mode === 'playback') this.pause();
    this.#disconnect();
    this.store.set({ isSuspended: true });
  }

  /** Somebody looks again: live is live again, and footage goes on where it was. */
  resume(): void {
    if (this.#suspended === null) return;
    const { wasPlaying } = this.#suspended;
    this.#suspended = null;
    this.store.set({ isPlaying: wasPlaying, isSuspended: false });
    this.#reconnectUnlessClosed();
  }

  /** Shows what the camera hides, or hides it again. The server writes down who saw it. */
  showOriginals(showsOriginals: boolean): void {
    if (this.store.get().showsOriginals === showsOriginals) return;
    this.store.set({ showsOriginals, masked: 'none' });
    if (this.#suspended === null) this.#reconnectUnlessClosed();
  }

  /** Watches again after somebody ended it. */
  reopen(): void {
    this.store.set({ live: { phase: 'connecting' } });
    this.#reconnect();
  }

  stop(): void {
    this.#pings.stop();
    this.#picture.stop();
    this.#media.stop();
    this.#footage?.stop();
    this.#connection.stop();
    this.liveVideo.srcObject = null;
  }

  /** The instant on screen, UTC ms: of the footage, or of the live picture by the core's clock. */
  get positionMs(): number {
    const { mode, delayMs, live } = this.store.get();
    if (mode === 'playback' && this.#footage) return this.#footage.positionMs;
    if (this.#suspended !== null) return this.#suspended.positionMs;
    if (live.phase === 'stalled' && live.lastFrameUtcMs !== null) return live.lastFrameUtcMs;
    return this.#media.positionMs ?? this.clock.now() - (delayMs ?? 0);
  }

  /** Whether there is a sub stream worth falling back to; known once the camera was read. */
  setHasSubStream(hasSubStream: boolean): void {
    this.#hasSubStream = hasSubStream;
  }

  /** Whether the camera sends AAC; known once the camera was read. */
  setHasAac(hasAac: boolean): void {
    if (this.#hasAac === hasAac) return;
    this.#hasAac = hasAac;
    this.#reopenForSound();
  }

  /** What screen readers call the pictures. */
  describe(label: string): void {
    for (const video of [this.liveVideo, this.footageVideo]) video.setAttribute('aria-label', label);
  }

  nudge(): void {
    this.#connection.nudge();
  }

  seek(toMs: number): void {
    if (toMs >= this.clock.now() - 500) return this.goLive();
    const footage = this.#enterPlayback();
    this.#wantedMs = footage ? null : toMs;
    footage?.seek(toMs);
  }

  play(): void {
    if (this.store.get().mode === 'live') return;
    this.#footage?.play();
    this.store.set({ isPlaying: true });
  }

  /** Pausing a live picture stops at that instant of its footage. */
  pause(): void {
    if (this.store.get().mode === 'live') this.seek(this.positionMs - 500);
    this.#footage?.pause();
    this.store.set({ isPlaying: false });
  }

  setRate(rate: number): void {
    if (this.store.get().mode === 'live') return;
    this.#footage?.setRate(rate);
    this.store.set({ rate });
  }

  async step(direction: 1 | -1): Promise<void> {
    if (this.store.get().mode === 'live') this.pause();
    this.store.set({ isPlaying: false, rate: Math.min(this.store.get().rate, 4) });
    await this.#footage?.step(direction);
  }

  setSkipsGaps(skipsGaps: boolean): void {
    this.store.set({ skipsGaps });
    if (this.#footage) this.#footage.skipsGaps = skipsGaps;
  }

  setMuted(isMuted: boolean): void {
    this.liveVideo.muted = isMuted;
    this.footageVideo.muted = isMuted;
    this.store.set({ isMuted });
    this.#reopenForSound();
  }

  goLive(): void {
    this.#wantedMs = null;
    if (this.store.get().mode === 'live') return;
    this.#footage?.stop();
    this.#footage = undefined;
    this.store.set({ mode: 'live', rate: 1, isPlaying: true, lastSeek: null, delayMs: null });
    this.#changeBoxes(true);
    this.#picture.restart();
    if (this.#requests) this.#openLive(this.#requests);
    this.#signal({ type: 'opening' });
  }

  /** Live shows this stream from now on. */
  showLiveStream(stream: 'auto' | 'main' | 'sub'): void {
    this.#liveStream = stream;
    this.store.set({ live: { phase: 'connecting' } });
    if (this.#requests && this.store.get().mode === 'live') this.#openLive(this.#requests);
  }

  /** Playback reads the other stream from now on, at the same instant. */
  useStream(stream: 'main' | 'sub'): void {
    if (this.store.get().stream === stream) return;
    this.store.set({ stream });
    if (this.store.get().mode !== 'live') this.#restartFootage();
  }

  /** JPEG of the picture at or before an instant; null when there is none or no way to ask. */
  thumbnail(atUtcMs: number, width: number, signal: AbortSignal): Promise<Blob | null> {
    return this.#requests
      ? requestThumbnail(this.#requests, { atUtcMs, width, stream: this.store.get().stream }, signal)
      : Promise.resolve(null);
  }

  #disconnect(): void {
    this.#pings.stop();
    this.#connection.stop();
    this.#track.use(undefined);
    this.#usePath('none', null);
  }

  #reconnect(): void {
    this.#disconnect();
    this.#connection = this.#connect();
    this.start();
  }

  /** What somebody ended stays so until it is asked for. */
  #reconnectUnlessClosed(): void {
    if (this.store.get().live.phase !== 'closed') this.#reconnect();
  }

  #connect(): CoreConnection {
    const { showsOriginals } = this.store.get();
    const wanted = { cameraId: this.#cameraId, stream: this.#liveStream, originals: showsOriginals };
    return new CoreConnection(wanted, {
      onMedia: (stream) => {
        this.#track.use(stream);
        // While fragments are shown, a connection being tried must not take their element.
        if (!this.#media.hasFragments) this.#track.attach();
      },
      onPath: (path, requests, media) => this.#usePath(path, requests, media),
      onPathChanged: (path) => this.store.set({ path }),
      onOpening: () => this.#signal({ type: 'opening' }),
      onLease: ({ mayAskOriginals }) => this.store.set({ mayAskOriginals }),
      onRefused: (code) => {
        // The right to see originals may have ended; what is left of the picture need not end with it.
        if (code === 'forbidden' && wanted.originals) queueMicrotask(() => this.showOriginals(false));
        else this.#signal({ type: 'refused', code, atUtcMs: this.clock.now() });
      },
    });
  }

  #usePath(path: PlayerPath, requests: PlayerRequests | null, media?: MediaStream): void {
    if (requests && this.#requests) this.#track.bridge();
    if (media) this.#track.use(media);
    this.#requests = requests;
    this.boxes.use(requests);
    this.#media.stop();
    this.#picture.restart();
    this.store.set({ path, delayMs: null });
    this.#pings.use(requests);
    if (!requests) return this.#signal({ type: 'opening' });
    if (path !== 'mse') this.#track.attach();
    if (this.#wantedMs !== null) return this.seek(this.#wantedMs);
    if (this.store.get().mode === 'live') return this.#openLive(requests);
    if (path !== 'mse') this.#media.rest(requests);
    this.#restartFootage();
  }

  /** Reads the footage anew, from the same instant on. */
  #restartFootage(): void {
    const position = this.positionMs;
    this.#footage?.stop();
    this.#footage = undefined;
    this.#enterPlayback()?.seek(position);
  }

  #openLive(requests: PlayerRequests): void {
    this.#media.open(requests, { stream: this.#liveStream, isFragments: this.#wantsFragments });
  }

  get #wantsFragments(): boolean {
    return this.#hasAac && !this.store.get().isMuted;
  }

  /** Live sound came to be wanted, or is no longer: changes between track and fragments. */
  #reopenForSound(): void {
    const requests = this.#requests;
    if (
      requests?.transport.kind !== 'direct' ||
      this.store.get().mode !== 'live' ||
      this.#media.hasFragments === this.#wantsFragments
    )
      return;
    this.#openLive(requests);
    if (!this.#wantsFragments) this.#track.attach();
    this.#picture.restart();
  }

  /** The player of footage; undefined while there is no way to the core. */
  #enterPlayback(): FootagePlayer | undefined {
    if (this.#footage || !this.#requests) return this.#footage;
    const requests = this.#requests;
    if (this.store.get().mode === 'live') {
      if (requests.transport.kind === 'direct') this.#media.rest(requests);
      this.#media.stop();
    }
    this.store.set({ mode: 'playback', delayMs: null });
    this.#changeBoxes(false);
    const { stream, rate, isPlaying, skipsGaps } = this.store.get();
    const footage = new FootagePlayer({
      video: this.footageVideo,
      requests,
      stream,
      transcode: this.#isConverting,
      now: () => this.clock.now(),
      events: this.#footageEvents(),
    });
    this.#footage = footage;
    footage.skipsGaps = skipsGaps;
    footage.setRate(rate);
    if (!isPlaying) footage.pause();
    return footage;
  }

  /** Boxes of live do not belong to footage, nor its instant to the next live picture. */
  #changeBoxes(isLive: boolean): void {
    this.boxes.setLive(isLive);
    this.pictures.forget();
  }

  #footageEvents(): FootageEvents {
    return {
      onStatus: (footage) => this.store.set({ footage }),
      onEdge: () => this.goLive(),
      onUnplayable: () => this.#unplayable(),
      onMasked: (masked) => this.store.set({ masked }),
      onFirstFrame: (lastSeek) => this.store.set({ lastSeek, hasStill: false }),
      onPicture: (utcMs) => this.pictures.notify(utcMs),
      onLost: () => this.store.set({ footage: { phase: 'seeking', gap: null, cause: null } }),
    };
  }

  #unplayable(): void {
    if (this.#hasSubStream && this.store.get().stream === 'main') queueMicrotask(() => this.useStream('sub'));
    else if (!this.#isConverting) queueMicrotask(() => this.#convert());
    else this.store.set({ footage: { phase: 'failed', gap: null, cause: 'codec_unsupported' } });
  }

  /** Asks the core to convert from now on. H.264 goes on as it is. */
  #convert(): void {
    this.#isConverting = true;
    this.store.set({ isConverted: true });
    if (this.store.get().mode !== 'live') this.#restartFootage();
  }

  #frame(utcMs: number | null): void {
    // What arrives late, while nobody looks, must not make the tile look live.
    if (this.store.get().mode !== 'live' || this.#suspended !== null) return;
    this.store.set({ hasStill: false });
    this.pictures.notify(utcMs ?? this.positionMs);
    if (!this.store.get().hasLivePicture)
      this.store.set({ hasLivePicture: true, firstLiveFrameMs: Math.round(performance.now() - this.#startedAtMs) });
    this.#signal({ type: 'frame' });
  }

  #signal(signal: LiveSignal): void {
    this.store.set({ live: nextLiveState(this.store.get().live, signal) });
  }
}
