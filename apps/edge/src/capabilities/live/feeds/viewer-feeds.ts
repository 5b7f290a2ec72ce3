import { type CameraPrivacy, maskedHow } from '../../privacy/camera-privacy.ts';
import type { CameraFeeds, ChoiceRequest } from './camera-feeds.ts';
import type { LiveFeed } from './live-feed.ts';
import type { TrackChoice } from './track-choice.ts';

/** The pictures of one camera that one viewer may see: the only way from a viewer to a feed. */
export class ViewerFeeds {
  readonly #feeds: CameraFeeds;
  readonly #cameraId: string;
  readonly #seesOriginals: () => boolean;

  constructor(feeds: CameraFeeds, viewer: { cameraId: string; seesOriginals: () => boolean }) {
    this.#feeds = feeds;
    this.#cameraId = viewer.cameraId;
    this.#seesOriginals = viewer.seesOriginals;
  }

  /** What is hidden from this viewer now; null when that is nothing. */
  privacy(): CameraPrivacy | null {
    return this.#seesOriginals() ? null : this.#feeds.privacyOf(this.#cameraId);
  }

  streamId(kind: 'main' | 'sub'): string | null {
    return this.#feeds.footageId(this.#cameraId, kind);
  }

  choose(request: ChoiceRequest): Promise<TrackChoice> {
    const privacy = this.privacy();
    return privacy === null ? this.#feeds.choose(this.#cameraId, request) : Promise.resolve(this.#masked(privacy));
  }

  chooseKnown(request: ChoiceRequest): TrackChoice | null {
    const privacy = this.privacy();
    return privacy === null ? this.#feeds.chooseKnown(this.#cameraId, request) : this.#masked(privacy);
  }

  /** The feed of a choice; null when there is no such stream, or it is not for this viewer any more. */
  feed(choice: TrackChoice): LiveFeed | null {
    if (this.privacy() === null)
      return this.#feeds.feed(this.#cameraId, { kind: choice.kind, transcode: choice.transcode });
    return choice.masked === undefined ? null : this.#feeds.maskedFeed(this.#cameraId);
  }

  #masked(privacy: CameraPrivacy): TrackChoice {
    return { kind: this.#feeds.maskedKind(this.#cameraId), transcode: true, masked: maskedHow(privacy, 'live') };
  }
}
