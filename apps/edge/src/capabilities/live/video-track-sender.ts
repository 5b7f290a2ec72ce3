import type { AccessUnit, MediaUnit, VideoConfig } from '@sightline/media/units/access-unit';
import type { OutgoingTrack } from '../../drivers/peer-driver.ts';
import { payloadsOf } from './payload-cache.ts';
import { RtpClock } from './rtp-clock.ts';
import { RtpPacketWriter } from './rtp-packet-writer.ts';

/** Writes pictures of H.264 streams without B-frames to a video track. */
export class VideoTrackSender {
  private readonly track: OutgoingTrack;
  private readonly clock: RtpClock;
  private readonly writer: RtpPacketWriter;

  constructor(track: OutgoingTrack, random: () => number = Math.random) {
    this.track = track;
    this.clock = new RtpClock(Math.floor(random() * 0x7fff_ffff));
    this.writer = new RtpPacketWriter(track, Math.floor(random() * 0x7fff));
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
    const timestamp = Math.round(ticks) % 2 ** 32;
    for (const { payload, marker } of payloadsOf(unit, config)) {
      this.track.send(this.writer.packet(payload, { marker, timestamp }), timestamp);
    }
  }
}
