import { createSocket, type Socket } from 'node:dgram';
import { createReorderBuffer } from '@sightline/media/rtp/reorder-buffer';

export interface UdpPair {
  rtpPort: number;
  rtcpPort: number;
  /** Tells where the camera sends from: opens the way through firewalls and fixes whom we listen to. */
  aim(address: string, ports: { rtp: number; rtcp: number } | null): void;
  sendRtcp(packet: Uint8Array): void;
  bytesReceived(): number;
  close(): void;
}

const attempts = 20;
const reorderWindow = 32;
// A keyframe comes as a burst; the default buffer of many systems holds a tenth of it.
const receiveBufferBytes = 2 * 1024 * 1024;

interface UdpEvents {
  rtp: (packet: Uint8Array) => void;
  rtcp: (packet: Uint8Array) => void;
}

/**
 * Opens an even and the next odd UDP port, as RTP wants, on the local address that the camera is reached from only. Packets of
 * others than the camera are ignored.
 */
export async function openUdpPair(localAddress: string, events: UdpEvents): Promise<UdpPair> {
  const address = withoutMapping(localAddress);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 20_000) * 2;
    const rtp = await bind(address, port);
    if (rtp === null) continue;
    const rtcp = await bind(address, port + 1);
    if (rtcp !== null) return pairOf({ rtp, rtcp, port }, events);
    rtp.close();
  }
  throw new Error('no free pair of UDP ports');
}

// IPv4 peers of a socket for both families show as `::ffff:10.0.0.5`.
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:/, '');
}

function bind(address: string, port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = createSocket({
      type: address.includes(':') ? 'udp6' : 'udp4',
      recvBufferSize: receiveBufferBytes,
    });
    socket.once('error', () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

function pairOf(sockets: { rtp: Socket; rtcp: Socket; port: number }, events: UdpEvents): UdpPair {
  let address: string | null = null;
  let rtcpTarget: number | null = null;
  let received = 0;
  const reorder = createReorderBuffer<{ sequence: number; bytes: Uint8Array }>(reorderWindow, (packet) =>
    events.rtp(packet.bytes),
  );
  sockets.rtp.on('message', (bytes, from) => {
    if (from.address !== address || bytes.length < 12) return;
    received += bytes.length;
    reorder({ sequence: bytes.readUInt16BE(2), bytes: plain(bytes) });
  });
  sockets.rtcp.on('message', (bytes, from) => {
    if (from.address === address) events.rtcp(plain(bytes));
  });
  // ICMP "port unreachable" shows as an error here; the watchdog decides, not a single packet.
  sockets.rtp.on('error', () => undefined);
  sockets.rtcp.on('error', () => undefined);
  return {
    rtpPort: sockets.port,
    rtcpPort: sockets.port + 1,
    aim(target, ports) {
      address = withoutMapping(target);
      if (ports === null) return;
      rtcpTarget = ports.rtcp;
      sockets.rtp.send(Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), ports.rtp, address);
    },
    sendRtcp(packet) {
      if (address !== null && rtcpTarget !== null) sockets.rtcp.send(packet, rtcpTarget, address);
    },
    bytesReceived: () => received,
    close() {
      sockets.rtp.close();
      sockets.rtcp.close();
    },
  };
}

// `slice` of a Buffer is a view: the parsers expect the plain kind, whose `slice` is a copy.
function plain(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
