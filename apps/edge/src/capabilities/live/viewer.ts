import type { LeaseGrant } from '@sightline/contracts/link/link-commands';
import { leaseMs, type CoreCandidate } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Peer } from '../../drivers/peer-driver.ts';
import type { PlayerTransport } from '../../platform/transport/player-transport.ts';
import { privacyKey } from '../privacy/camera-privacy.ts';
import type { PlayerSessionDeps } from '../play/player-session.ts';
import { PlayerSession } from '../play/player-session.ts';
import type { BoxFeeds } from './boxes/box-feeds.ts';
import { serveBoxes } from './boxes/box-requests.ts';
import type { CameraFeeds } from './feeds/camera-feeds.ts';
import { serveLiveFragments } from './live-requests.ts';
import type { RtcPicture } from './rtc-picture.ts';
import { ViewerFeeds } from './feeds/viewer-feeds.ts';

export interface ViewerDeps {
  grant: LeaseGrant;
  feeds: CameraFeeds;
  boxes: BoxFeeds;
  playback: Pick<PlayerSessionDeps, 'footage' | 'thumbnail' | 'openConverter'>;
  /** A clock that only goes forwards. */
  nowMs: () => number;
  onClosed: () => void;
}

/** Time for the farewell to reach the browser before its connection goes. */
const farewellMs = 250;

/** Everything one lease has open: a peer connection with its picture, or a relay, and the player protocol on it. */
export class Viewer {
  /** What this viewer may see. */
  readonly feeds: ViewerFeeds;
  readonly #deps: ViewerDeps;
  #current: LeaseGrant;
  #renewedAtMs: number;
  #session: PlayerSession | null = null;
  #peer: Peer | null = null;
  #picture: RtcPicture | null = null;
  #isClosed = false;

  constructor(deps: ViewerDeps) {
    this.#deps = deps;
    this.#current = deps.grant;
    this.feeds = new ViewerFeeds(deps.feeds, {
      cameraId: deps.grant.cameraId,
      seesOriginals: () => this.#current.originals,
    });
    this.#renewedAtMs = deps.nowMs();
  }

  get grant(): LeaseGrant {
    return this.#current;
  }

  /** Counted from when the grant came: the server's clock and this one may differ by more than a lease. */
  get isExpired(): boolean {
    return this.#deps.nowMs() - this.#renewedAtMs >= leaseMs;
  }

  /** Takes over a peer connection that has just been answered. */
  attachPeer(peer: Peer, picture: RtcPicture | null): void {
    this.#peer = peer;
    this.#picture = picture;
  }

  /** Takes a candidate of the browser; answers those that were found here meanwhile. */
  addCandidate(candidate: string, mid: string): CoreCandidate[] {
    this.#peer?.addCandidate(candidate, mid);
    return this.#peer?.takeCandidates() ?? [];
  }

  /** Speaks the player protocol on a transport. */
  attachTransport(transport: PlayerTransport): void {
    const { cameraId } = this.#current;
    const picture = this.#picture;
    this.#session = new PlayerSession({
      ...this.#deps.playback,
      transport,
      grant: this.#current,
      streamId: (kind) => this.feeds.streamId(kind),
      privacy: () => this.feeds.privacy(),
      live: {
        serveBoxes: (request, to) =>
          serveBoxes(
            this.#deps.boxes,
            { cameraId, requestId: request.requestId, privacy: () => this.feeds.privacy() },
            to,
          ),
        serveLive: (request, to) => serveLiveFragments(this.feeds, request, to),
        chooseTrack:
          picture === null ? null : (request, to) => picture.choose(request, (reply) => to.sender.reply(reply)),
      },
      // A relay is nothing but its transport; a peer goes on showing its picture without the channel.
      onClosed: () => {
        if (this.#peer === null) this.closed();
      },
    });
  }

  /** Renews or narrows the right. */
  setGrant(grant: LeaseGrant): void {
    if (grant.cameraId !== this.#current.cameraId) throw new AppError('bad_request', { field: 'cameraId' });
    const before = privacyKey(this.feeds.privacy());
    this.#current = grant;
    this.#renewedAtMs = this.#deps.nowMs();
    // What is on its way is of another kind than what may be seen now: the browser opens it anew.
    if (privacyKey(this.feeds.privacy()) !== before) return this.close('live_lease_ended');
    this.#session?.setGrant(grant);
    if (!grant.live) this.#picture?.close();
  }

  /** Ends everything, telling the browser why. */
  close(code: ErrorCode): void {
    if (this.#isClosed) return;
    this.#picture?.close();
    const peer = this.#peer;
    if (peer) this.#session?.sayGoodbye(code);
    else this.#session?.end(code);
    setTimeout(() => peer?.close(), farewellMs).unref();
    this.closed();
  }

  /** The connection is gone. */
  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#picture?.close();
    this.#session?.stop();
    this.#deps.onClosed();
  }
}
