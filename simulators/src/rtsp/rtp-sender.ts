import { randomInt } from 'node:crypto';
import type { RtpPayload } from './rtp-payloads.ts';

/** RTP state of one track of one session. */
export interface RtpSender {
  ssrc: number;
  sequence: number;
  payloadType: number;
  packets: number;
  octets: number;
}

/** One coded unit ready to be sent: its packets, the marker belongs on the last. The first `lose` are swallowed. */
export interface OutgoingUnit {
  payloads: RtpPayload[];
  rtpTime: number;
  lose: number;
}

const rtpHeader = 12;
/** Seconds between 1900 (NTP) and 1970. */
const ntpOffsetS = 2_208_988_800;

export function createRtpSender(payloadType: number): RtpSender {
  return { ssrc: randomInt(2 ** 32), sequence: randomInt(2 ** 16), payloadType, packets: 0, octets: 0 };
}

/** Length of everything in front of the payload: interleaved framing when `channel` is given, then the RTP header. */
function headBytes(channel: number | null): number {
  return (channel === null ? 0 : 4) + rtpHeader;
}

/**
 * Builds the packets of a unit in one piece of memory. With a `channel` each carries its interleaved frame header, so
 * that the pieces joined are what goes over TCP.
 */
export function buildPackets(
  sender: RtpSender,
  unit: OutgoingUnit,
  channel: number | null,
): { whole: Buffer; packets: Buffer[] } {
  const sent = unit.payloads.slice(unit.lose);
  sender.sequence = (sender.sequence + Math.min(unit.lose, unit.payloads.length)) & 0xffff;
  const head = headBytes(channel);
  const whole = Buffer.allocUnsafe(sent.reduce((sum, { prefix, body }) => sum + head + prefix.length + body.length, 0));
  const packets: Buffer[] = [];
  let at = 0;
  for (const [index, { prefix, body }] of sent.entries()) {
    const start = at;
    const bytes = rtpHeader + prefix.length + body.length;
    if (channel !== null) {
      whole[at] = 0x24;
      whole[at + 1] = channel;
      whole.writeUInt16BE(bytes, at + 2);
      at += 4;
    }
    whole[at] = 0x80;
    whole[at + 1] = sender.payloadType | (index === sent.length - 1 ? 0x80 : 0);
    whole.writeUInt16BE(sender.sequence, at + 2);
    whole.writeUInt32BE(unit.rtpTime, at + 4);
    whole.writeUInt32BE(sender.ssrc, at + 8);
    whole.set(prefix, at + rtpHeader);
    whole.set(body, at + rtpHeader + prefix.length);
    at += bytes;
    packets.push(whole.subarray(start, at));
    sender.sequence = (sender.sequence + 1) & 0xffff;
    sender.octets += prefix.length + body.length;
  }
  sender.packets += sent.length;
  return { whole, packets };
}

/** RTCP sender report with CNAME: at UTC `ntpMs` the track stood at `rtpTime`. */
export function senderReport(sender: RtpSender, at: { ntpMs: number; rtpTime: number }): Buffer {
  const cname = Buffer.from('simulated-camera');
  const sdesWords = Math.ceil((4 + 2 + cname.length + 1) / 4);
  const packet = Buffer.alloc(28 + 4 + sdesWords * 4);
  packet.writeUInt32BE(0x80c80006, 0);
  packet.writeUInt32BE(sender.ssrc, 4);
  packet.writeUInt32BE((Math.floor(at.ntpMs / 1000) + ntpOffsetS) >>> 0, 8);
  packet.writeUInt32BE(Math.floor((at.ntpMs - Math.floor(at.ntpMs / 1000) * 1000) * 4_294_967.296) >>> 0, 12);
  packet.writeUInt32BE(at.rtpTime, 16);
  packet.writeUInt32BE(sender.packets >>> 0, 20);
  packet.writeUInt32BE(sender.octets >>> 0, 24);
  packet.writeUInt16BE(0x81ca, 28);
  packet.writeUInt16BE(sdesWords, 30);
  packet.writeUInt32BE(sender.ssrc, 32);
  packet[36] = 1;
  packet[37] = cname.length;
  packet.set(cname, 38);
  return packet;
}

/** Frames an RTCP packet for TCP. */
export function interleave(channel: number, packet: Buffer): Buffer {
  const head = Buffer.from([0x24, channel, packet.length >> 8, packet.length & 0xff]);
  return Buffer.concat([head, packet]);
}
