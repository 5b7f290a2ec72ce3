import { parseRtpPacket } from '@sightline/media/rtp/rtp-packet';
import type { HeardSound } from './rtsp-server-api.ts';

/** The newest five minutes of 8 kHz sound. */
const maxBytes = 300 * 8_000;

/** The speaker of a simulated camera: keeps what it was given instead of making it loud. */
export class SimulatedSpeaker {
  #codec: HeardSound['codec'] = null;
  #sounds: Uint8Array[] = [];
  #bytes = 0;
  #packets = 0;
  #jumps = 0;
  #sessions = 0;
  readonly #sources = new Map<number, { sequence: number; timestamp: number }>();

  open(): void {
    this.#sessions += 1;
  }

  close(): void {
    this.#sessions -= 1;
  }

  /** One RTP packet; what is none, or of another type than G.711, is passed over. */
  play(bytes: Uint8Array): void {
    const packet = parseRtpPacket(bytes);
    if (packet === null || (packet.payloadType !== 0 && packet.payloadType !== 8)) return;
    const next = this.#sources.get(packet.ssrc);
    if (next && (next.sequence !== packet.sequence || next.timestamp !== packet.timestamp)) this.#jumps += 1;
    this.#sources.set(packet.ssrc, {
      sequence: (packet.sequence + 1) & 0xffff,
      timestamp: (packet.timestamp + packet.payload.length) >>> 0,
    });
    this.#codec = packet.payloadType === 0 ? 'pcmu' : 'pcma';
    this.#packets += 1;
    this.#sounds.push(packet.payload.slice());
    this.#bytes += packet.payload.length;
    while (this.#bytes > maxBytes) this.#bytes -= this.#sounds.shift()?.length ?? this.#bytes;
  }

  heard(): HeardSound {
    return {
      codec: this.#codec,
      sound: new Uint8Array(Buffer.concat(this.#sounds)),
      packets: this.#packets,
      jumps: this.#jumps,
      sources: this.#sources.size,
      open: this.#sessions,
    };
  }
}
