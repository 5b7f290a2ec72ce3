import { toAnnexB } from '@sightline/media/nal/length-prefix';
import { sameDecoderConfig } from '@sightline/media/nal/video-config';
import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { AnalysisPace } from './analysis-pace.ts';
import type { DecodedPicture, Decoding, PictureDecoder } from '../decode/decoding.ts';
import { createSizeWatch } from '../decode/size-watch.ts';
import { createUnitBacklog } from '../decode/unit-backlog.ts';

export interface PictureFlowDeps {
  decoding: Decoding;
  pace: AnalysisPace;
  /** UTC ms of a time on the stream's line. */
  wallOf: (ticks90k: number) => number;
  /** Every decoded picture, in order of showing; answers whether something moved, or null when it was not compared. */
  onPicture: (picture: DecodedPicture, atUtcMs: number) => boolean | null;
  /** The sizes say that nothing moves at this instant; nothing was decoded. */
  onQuiet: (atUtcMs: number) => void;
  onDropped: (pictures: number) => void;
  /** Some of these were left out because decoding does not keep up. */
  onOverrun: () => void;
  /** Nothing is known to be there: fewer keyframes do while the sizes say that nothing moves. */
  isEmpty: () => boolean;
  /** False while decoding should wait for the detector, which works on pictures of a backlog. */
  mayCatchUp: () => boolean;
}

/** Behind by more than this, what waits before the newest keyframe is left out. */
const maxLagMs = 3_000;
/** Behind by more than this within one group, everything is left out up to the next keyframe. */
const hopelessLagMs = 15_000;
/** After so many quiet groups one is decoded although nothing is suspected, to learn whether something was missed. */
const quietGroups = 11;
/** An empty scene without motion is decoded about this often, where keyframes come more often. */
const emptyMs = 5_000;
/** Less is no backlog but the normal way of things. */
const backlogMs = 500;

/**
 * Decodes as much of a stream as its pace asks for. Idle: keyframes only, as long as the sizes of the pictures between
 * them tell when something may move. These wait in memory; when it moves, the group is caught up from its keyframe, so
 * that nothing is lost that began between two keyframes.
 */
export class PictureFlow {
  readonly #deps: PictureFlowDeps;
  readonly #backlog = createUnitBacklog();
  #watch = createSizeWatch();
  #config: StreamConfig | null = null;
  #decoder: PictureDecoder | null = null;
  /** The decoder has seen everything before the next unit. */
  #isWarm = false;
  /** Something was lost: what follows builds on it and is left out. */
  #isDamaged = false;
  #newestUtcMs = Number.NEGATIVE_INFINITY;
  /** Groups in a row of which no more than the keyframe was wanted. */
  #quiet = 0;
  #decodedUtcMs = Number.NEGATIVE_INFINITY;

  constructor(deps: PictureFlowDeps) {
    this.#deps = deps;
  }

  /** Pictures of this format follow, beginning with a keyframe. */
  configure(config: StreamConfig): void {
    if (this.#config !== null && sameDecoderConfig(this.#config, config)) return;
    this.close();
    this.#watch = createSizeWatch();
    this.#config = config;
  }

  /** Takes a unit; answers whether there is something to do for `step`. */
  add(unit: AccessUnit): boolean {
    if (this.#config === null) return false;
    const atUtcMs = this.#deps.wallOf(unit.dts90k);
    this.#newestUtcMs = atUtcMs;
    const wasIdle = !this.#decodesAll(atUtcMs);
    if (unit.key) this.#quiet = wasIdle && this.#quiet < quietGroups ? this.#quiet + 1 : 0;
    this.#addToBacklog(unit);
    // What waits of the group before was quiet; it is not missed.
    if (unit.key && wasIdle && this.#backlog.skipToNewestKey() > 0) this.#isWarm = false;
    const isUnusual = this.#watch.take({ bytes: unit.data.length, key: unit.key, dts90k: unit.dts90k });
    if (isUnusual) this.#deps.pace.wake(atUtcMs);
    const isWork = unit.key || this.#decodesAll(atUtcMs);
    if (!isWork) this.#deps.onQuiet(atUtcMs);
    return isWork;
  }

  /** Until when everything was seen, by decoding or by the sizes; UTC ms. */
  seenUntilUtcMs(): number {
    const next = this.#backlog.next();
    if (next === null || !this.#decodesAll(this.#newestUtcMs)) return this.#newestUtcMs;
    return this.#deps.wallOf(next.dts90k);
  }

  /** How far decoding is behind what came, ms of media; 0 while what waits need not be decoded. */
  lagMs(): number {
    return this.#decodesAll(this.#newestUtcMs) ? Math.max(0, Math.round(this.#backlog.lagMs())) : 0;
  }

  /** Decodes one unit; answers whether another may follow at once. */
  step(): boolean {
    let unit = this.#backlog.next();
    if (unit === null || this.#config === null) return false;
    const atUtcMs = this.#deps.wallOf(unit.dts90k);
    const decodesAll = this.#decodesAll(atUtcMs);
    if (!decodesAll && !unit.key) return false;
    if (!decodesAll && this.#deps.isEmpty() && Math.abs(atUtcMs - this.#decodedUtcMs) < emptyMs)
      return this.#leaveForLater(atUtcMs);
    if (decodesAll) {
      if (this.#backlog.lagMs() > backlogMs && !this.#deps.mayCatchUp()) return false;
      if (this.#leaveOut(unit)) return this.#backlog.waiting() > 0;
      if (!this.#isWarm && !unit.key) {
        this.#backlog.rewind();
        unit = this.#backlog.next()!;
      }
    }
    this.#decodedUtcMs = atUtcMs;
    this.#decode(unit, decodesAll);
    return this.#backlog.waiting() > 0;
  }

  close(): void {
    this.#decoder?.close();
    this.#decoder = null;
    this.#config = null;
    this.#isWarm = false;
    this.#isDamaged = false;
    this.#backlog.clear();
  }

  /** It stays in the backlog: when something moves, its group is decoded from it on. */
  #leaveForLater(atUtcMs: number): boolean {
    this.#deps.onQuiet(atUtcMs);
    this.#backlog.advance();
    this.#isWarm = false;
    return this.#backlog.waiting() > 0;
  }

  #addToBacklog(unit: AccessUnit): void {
    const waited = this.#backlog.waiting();
    const lost = this.#backlog.add(unit);
    if (lost > 0 && waited > 0) this.#deps.onOverrun();
    this.#deps.onDropped(lost);
  }

  #decodesAll(atUtcMs: number): boolean {
    const { pace } = this.#deps;
    return (
      pace.isActive(atUtcMs) ||
      pace.isActive(this.#newestUtcMs) ||
      this.#quiet === quietGroups ||
      !this.#watch.isReporting()
    );
  }

  /** True when something was left out instead of being decoded. */
  #leaveOut(unit: AccessUnit): boolean {
    this.#isDamaged = unit.key ? false : this.#isDamaged || unit.gap;
    if (this.#isDamaged) {
      this.#backlog.advance();
      this.#isWarm = false;
      this.#deps.onDropped(1);
      return true;
    }
    const lagMs = this.#backlog.lagMs();
    if (lagMs <= maxLagMs) return false;
    const lost = this.#backlog.skipToNewestKey() || (lagMs > hopelessLagMs ? this.#backlog.skipAll() : 0);
    if (lost > 0) {
      this.#isWarm = false;
      this.#deps.onOverrun();
    }
    this.#deps.onDropped(lost);
    return lost > 0;
  }

  #decode(unit: AccessUnit, decodesAll: boolean): void {
    const { video } = this.#config!;
    this.#decoder ??= this.#deps.decoding.open(video.codec);
    const annexB = toAnnexB(unit.data, unit.key ? [...video.vps, ...video.sps, ...video.pps] : []);
    let isShown = false;
    const take = (picture: DecodedPicture): void => {
      isShown ||= picture.pts90k >= unit.pts90k;
      this.#show(picture);
    };
    this.#backlog.advance();
    this.#isWarm = true;
    if (unit.key) this.#isDamaged = false;
    this.#decoder.decode({ annexB, key: unit.key, pts90k: unit.pts90k }, take);
    if (decodesAll || isShown) return;
    // A stream with B-frames gives its keyframe only when asked, and then has to begin with it again.
    this.#decoder.flush(take);
    this.#isWarm = false;
  }

  #show(picture: DecodedPicture): void {
    const moved = this.#deps.onPicture(picture, this.#deps.wallOf(picture.pts90k));
    if (moved !== null) this.#watch.assess({ moved, pts90k: picture.pts90k });
  }
}
