import type { AccessUnit, MediaUnit, VideoConfig } from '@sightline/media/units/access-unit';
import type { OutgoingVideo } from '../../drivers/peer-driver.ts';
import { decodablePicture } from './decodable-picture.ts';
import { RtpClock } from './rtp-clock.ts';

/** Writes pictures of H.264 streams without B-frames to a video track. */
export class VideoTrackSender {
  private readonly track: OutgoingVideo;
  private readonly clock: RtpClock;

  constructor(track: OutgoingVideo, random: () => number = Math.random) {
    this.track = track;
    this.clock = new RtpClock(Math.floor(random() * 0x7fff_ffff));
  }

  /** Sends everything since the last keyframe in one rush, so that the live picture can be decoded now. */
  burst(units: readonly MediaUnit[], config: VideoConfig): void {
    const pictures = units.filter((unit) => unit.kind === 'video');
    const times = this.clock.burst(pictures);
    for (const [index, picture] of pictures.entries()) this.write(picture, config, times[index]!);
  }

  picture(unit: AccessUnit, config: VideoConfig): void {
    this.write(unit, config, this.clock.next(unit));
  }

  private write(unit: AccessUnit, config: VideoConfig, ticks: number): void {
    this.track.sendPicture(decodablePicture(unit, config), Math.round(ticks) % 2 ** 32);
  }
}
