import { createSocket } from 'node:dgram';
import type { Socket as UdpSocket } from 'node:dgram';
import { buildPackets, interleave, senderReport } from './rtp-sender.ts';
import type { OutgoingUnit, RtpSender } from './rtp-sender.ts';
import type { ThrottledWriter } from './throttled-writer.ts';

/** Where the packets of one track of one session go. */
export interface TrackSink {
  sender: RtpSender;
  /** `Transport` header of the SETUP answer. */
  transport: string;
  /** Bytes put on their way, or null when the reader does not take them. */
  send(unit: OutgoingUnit): number | null;
  report(at: { ntpMs: number; rtpTime: number }): void;
  close(): void;
}

const ssrcOf = (sender: RtpSender): string => sender.ssrc.toString(16).padStart(8, '0').toUpperCase();

export function createTcpSink(
  writer: ThrottledWriter,
  sender: RtpSender,
  channels: { rtp: number; rtcp: number },
): TrackSink {
  return {
    sender,
    transport: `RTP/AVP/TCP;unicast;interleaved=${channels.rtp}-${channels.rtcp};ssrc=${ssrcOf(sender)}`,
    send(unit) {
      const { whole } = buildPackets(sender, unit, channels.rtp);
      if (whole.length === 0) return 0;
      return writer.write(whole) ? whole.length : null;
    },
    report: (at) => void writer.write(interleave(channels.rtcp, senderReport(sender, at))),
    close: () => undefined,
  };
}

function bind(port: number, host: string): Promise<UdpSocket | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(null);
    });
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

/** An even port and the one above it, as RTP wants them. */
async function bindPair(host: string): Promise<{ rtp: UdpSocket; rtcp: UdpSocket }> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 20_000 + 2 * Math.floor(Math.random() * 20_000);
    const rtp = await bind(port, host);
    const rtcp = rtp ? await bind(port + 1, host) : null;
    if (rtp && rtcp) return { rtp, rtcp };
    rtp?.close();
  }
  throw new Error('no free pair of UDP ports');
}

export interface UdpPeer {
  /** Local address to send from, and the reader's address and ports. */
  host: string;
  address: string;
  rtpPort: number;
  rtcpPort: number;
  onReport: () => void;
}

export async function createUdpSink(sender: RtpSender, peer: UdpPeer): Promise<TrackSink> {
  const { rtp, rtcp } = await bindPair(peer.host);
  // A reader that closed its ports answers with ICMP; that is its business, not a failure of the camera.
  for (const socket of [rtp, rtcp]) socket.on('error', () => undefined);
  rtcp.on('message', peer.onReport);
  let closed = false;
  return {
    sender,
    transport: `RTP/AVP;unicast;client_port=${peer.rtpPort}-${peer.rtcpPort};server_port=${rtp.address().port}-${rtcp.address().port};ssrc=${ssrcOf(sender)}`,
    send(unit) {
      const { whole, packets } = buildPackets(sender, unit, null);
      for (const packet of packets) rtp.send(packet, peer.rtpPort, peer.address);
      return whole.length;
    },
    report: (at) => rtcp.send(senderReport(sender, at), peer.rtcpPort, peer.address),
    close() {
      if (closed) return;
      closed = true;
      rtp.close();
      rtcp.close();
    },
  };
}
