import type { PlayerReply, PlayerRequest } from '@sightline/contracts/live/player-protocol';
import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { OutgoingTrack, OutgoingVideo } from '../../drivers/peer-driver.ts';
import { AudioTrackSender } from './rtp/audio-track-sender.ts';
import type { FeedState } from './feeds/live-feed.ts';
import { showingReply, stateReply } from './live-requests.ts';
import { LiveView } from './live-view.ts';
import type { TrackChoice, WantedStream } from './feeds/track-choice.ts';
import { VideoTrackSender } from './rtp/video-track-sender.ts';
import type { ViewerFeeds } from './feeds/viewer-feeds.ts';

export interface RtcPictureDeps {
  feeds: ViewerFeeds;
  video: OutgoingVideo;
  audio: { track: OutgoingTrack; codec: 'pcmu' | 'pcma' } | null;
  nowMs: () => number;
}

/** A browser that lost its picture gets the cached one again at most this often. */
const refreshEveryMs = 1_000;

/** A browser that asks hears at most this often which instant a picture is of. */
const clockEveryMs = 1_000;

type WantedPicture = WantedStream | 'none';

/** The video track of one viewer: one stream of the camera at a time, changed by `track` requests. */
export class RtcPicture {
  readonly #deps: RtcPictureDeps;
  readonly #view: LiveView;
  readonly #video: VideoTrackSender;
  readonly #audio: AudioTrackSender | null;
  #config: StreamConfig | null = null;
  #shown: { config: StreamConfig; choice: TrackChoice } | null = null;
  #state: FeedState | null = null;
  #waitsForKey = true;
  #isOpen = false;
  #isClosed = false;
  #refreshedAtMs = -Infinity;
  #wanted: WantedPicture;
  #notify: ((reply: PlayerReply) => void) | null = null;
  #requestId = 0;
  #tellsClock = false;
  #clockToldAtMs = -Infinity;

  constructor(deps: RtcPictureDeps, wanted: WantedPicture) {
    this.#deps = deps;
    this.#wanted = wanted;
    this.#video = new VideoTrackSender(deps.video);
    this.#audio = deps.audio === null ? null : new AudioTrackSender(deps.audio.track);
    this.#view = new LiveView(deps.feeds, {
      showing: (config, choice) => this.#showing(config, choice),
      burst: (units) => this.#burst(units),
      unit: (unit) => this.#unit(unit),
      state: (state) => {
        this.#state = state;
        this.#notify?.(stateReply(this.#requestId, state));
      },
    });
  }

  /** The browser can receive: show what was wished for. */
  async open(): Promise<void> {
    // The track may open after the right to see it has ended.
    if (this.#isClosed) return;
    this.#isOpen = true;
    if (this.#wanted !== 'none') await this.#show(this.#wanted);
  }

  /** Chooses another picture; from now on its states are told under this request. */
  async choose(request: PlayerRequest & { type: 'track' }, notify: (reply: PlayerReply) => void): Promise<void> {
    this.#notify = notify;
    this.#requestId = request.requestId;
    this.#tellsClock = request.tellsClock === true;
    this.#clockToldAtMs = -Infinity;
    const isSame = request.stream === this.#wanted;
    this.#wanted = request.stream;
    if (request.stream === 'none') this.#view.close();
    else if (isSame && this.#shown) this.#repeat();
    else if (this.#isOpen) await this.#show(request.stream);
  }

  /** The browser asks for a new picture. */
  refresh(): void {
    const nowMs = this.#deps.nowMs();
    if (!this.#isOpen || this.#wanted === 'none' || nowMs - this.#refreshedAtMs < refreshEveryMs) return;
    this.#refreshedAtMs = nowMs;
    this.#view.refresh();
  }

  /** For good: neither the browser nor a late connection brings the picture back. */
  close(): void {
    this.#isClosed = true;
    this.#isOpen = false;
    this.#notify = null;
    this.#view.close();
  }

  #show(wanted: WantedStream): Promise<void> {
    this.#refreshedAtMs = this.#deps.nowMs();
    return this.#view.show({ wanted, target: 'rtc', transcode: false });
  }

  #repeat(): void {
    if (this.#shown) this.#notify?.(showingReply(this.#requestId, this.#shown.config, this.#shown.choice));
    if (this.#state) this.#notify?.(stateReply(this.#requestId, this.#state));
  }

  #showing(config: StreamConfig, choice: TrackChoice): void {
    this.#config = config;
    this.#waitsForKey = true;
    this.#shown = { config, choice };
    this.#notify?.(showingReply(this.#requestId, config, choice));
  }

  #burst(units: readonly MediaUnit[]): void {
    if (this.#config === null || !this.#canShow(this.#config)) return;
    this.#waitsForKey = false;
    this.#video.burst(units, this.#config.video);
    this.#clockToldAtMs = -Infinity;
    this.#notifyClock();
  }

  #unit(unit: MediaUnit): void {
    if (unit.kind === 'audio') {
      if (this.#config?.audio?.codec === this.#deps.audio?.codec) this.#audio?.send(unit);
      return;
    }
    if (this.#config === null || !this.#canShow(this.#config)) return;
    if (unit.key) this.#waitsForKey = false;
    if (this.#waitsForKey) return;
    this.#video.picture(unit, this.#config.video);
    this.#notifyClock();
  }

  #notifyClock(): void {
    const nowMs = this.#deps.nowMs();
    if (!this.#tellsClock || nowMs - this.#clockToldAtMs < clockEveryMs) return;
    const moment = this.#video.moment();
    if (moment === null || this.#notify === null) return;
    this.#clockToldAtMs = nowMs;
    this.#notify({ type: 'clock', requestId: this.#requestId, ...moment });
  }

  #canShow(config: StreamConfig): boolean {
    return config.video.codec === 'h264' && !config.video.reorders;
  }
}
