import type { AudioUnit } from '@sightline/media/units/access-unit';
import type { OutgoingTrack } from '../../../drivers/peer-driver.ts';
import { RtpPacketWriter } from './rtp-packet-writer.ts';

const samplesPerMs = 8;
/** After a pause or a jump the time line goes on from here instead of catching up. */
const maxDriftSamples = 4_000;

/** Writes G.711 packets as they come to an audio track. */
export class AudioTrackSender {
  readonly #track: OutgoingTrack;
  readonly #writer: RtpPacketWriter;
  #nextTicks: number;
  #lastArrivalMs = 0;

  constructor(track: OutgoingTrack, random: () => number = Math.random) {
    this.#track = track;
    this.#writer = new RtpPacketWriter(track, Math.floor(random() * 0x7fff));
    this.#nextTicks = Math.floor(random() * 0x7fff_ffff);
  }

  send(unit: AudioUnit): void {
    const pausedSamples =
      this.#lastArrivalMs === 0 ? 0 : (unit.arrivalMs - this.#lastArrivalMs) * samplesPerMs - unit.samples;
    const isAfterPause = this.#lastArrivalMs === 0 || pausedSamples > maxDriftSamples;
    if (pausedSamples > maxDriftSamples) this.#nextTicks += Math.round(pausedSamples);
    this.#lastArrivalMs = unit.arrivalMs;
    const timestamp = this.#nextTicks % 2 ** 32;
    this.#track.send(this.#writer.packet(unit.data, { marker: isAfterPause, timestamp }), timestamp);
    this.#nextTicks += unit.samples;
  }
}
