import type { AccessUnit, MediaUnit, VideoConfig } from '@sightline/media/units/access-unit';
import type { OutgoingVideo } from '../../../drivers/peer-driver.ts';
import { decodablePicture } from './decodable-picture.ts';
import { createArrivalFloor } from '../../ingest/arrival-floor.ts';
import { RtpClock } from './rtp-clock.ts';

const ticksPerMs = 90;
/** Further from the line than this is another line. */
const jumpMs = 5_000;

/** Writes pictures of H.264 streams without B-frames to a video track. */
export class VideoTrackSender {
  readonly #track: OutgoingVideo;
  readonly #clock: RtpClock;
  /** Arrival of a picture of timestamp 0 that was not held up, UTC ms. */
  readonly #zero = createArrivalFloor();
  #lastTicks = 0;

  constructor(track: OutgoingVideo, random: () => number = Math.random) {
    this.#track = track;
    this.#clock = new RtpClock(Math.floor(random() * 0x7fff_ffff));
  }

  /** Sends everything since the last keyframe in one rush, so that the live picture can be decoded now. */
  burst(units: readonly MediaUnit[], config: VideoConfig): void {
    const pictures = units.filter((unit) => unit.kind === 'video');
    const times = this.#clock.burst(pictures);
    for (const [index, picture] of pictures.entries()) this.#write(picture, config, times[index]!);
    const [newest, ticks] = [pictures.at(-1), times.at(-1)];
    // Another stream, or the same anew: its pictures may take longer than those of before.
    this.#zero.reset();
    if (newest !== undefined && ticks !== undefined) this.#note(newest, ticks);
  }

  picture(unit: AccessUnit, config: VideoConfig): void {
    const ticks = this.#clock.next(unit);
    this.#write(unit, config, ticks);
    this.#note(unit, ticks);
  }

  /** When the newest picture reached the core, had nothing held it up; null before the first. */
  moment(): { rtpTimestamp: number; atUtcMs: number } | null {
    const zeroMs = this.#zero.lowestMs();
    return zeroMs === null
      ? null
      : { rtpTimestamp: Math.round(this.#lastTicks) % 2 ** 32, atUtcMs: zeroMs + this.#lastTicks / ticksPerMs };
  }

  #note({ arrivalMs }: AccessUnit, ticks: number): void {
    this.#lastTicks = ticks;
    const zeroMs = arrivalMs - ticks / ticksPerMs;
    if (Math.abs(zeroMs - (this.#zero.lowestMs() ?? zeroMs)) > jumpMs) this.#zero.reset();
    this.#zero.note(zeroMs, arrivalMs);
  }

  #write(unit: AccessUnit, config: VideoConfig, ticks: number): void {
    this.#track.sendPicture(decodablePicture(unit, config), Math.round(ticks) % 2 ** 32);
  }
}
