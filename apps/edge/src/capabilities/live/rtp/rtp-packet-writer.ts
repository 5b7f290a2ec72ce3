const headerBytes = 12;
const version = 0x80;
const markerBit = 0x80;

/** Writes the RTP packets of one track: sequence numbers rise by one whatever is sent. */
export class RtpPacketWriter {
  readonly #ssrc: number;
  readonly #payloadType: number;
  #sequence: number;

  constructor(track: { ssrc: number; payloadType: number }, firstSequence: number) {
    this.#ssrc = track.ssrc;
    this.#payloadType = track.payloadType;
    this.#sequence = firstSequence;
  }

  packet(payload: Uint8Array, mark: { marker: boolean; timestamp: number }): Uint8Array {
    const packet = new Uint8Array(headerBytes + payload.length);
    const view = new DataView(packet.buffer);
    packet[0] = version;
    packet[1] = this.#payloadType | (mark.marker ? markerBit : 0);
    view.setUint16(2, this.#sequence);
    view.setUint32(4, mark.timestamp >>> 0);
    view.setUint32(8, this.#ssrc);
    packet.set(payload, headerBytes);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    return packet;
  }
}
