import { localChannel, passwordOfUfrag } from '@sightline/contracts/local-grants/local-endpoint-name';
import { localMessageBytes } from '@sightline/contracts/local-grants/local-endpoint';
import type { IceUdpMuxRequest, PeerConnection as PeerConnectionType } from 'node-datachannel';
import nodeDataChannel from 'node-datachannel';
import type { EndpointOptions, OpenEndpoint } from '../peer-driver.ts';
import { DataChannelTransport } from './data-channel-transport.ts';
import { hasRoom } from './endpoint-room.ts';

const { PeerConnection } = nodeDataChannel;

/** Whoever knocks has this long until the channel is open. */
const knockMs = 8_000;

/** Names nobody: who the browser is, its grant says, over a channel that only the holder of the core's certificate can answer on. */
const anyFingerprint = Array.from({ length: 32 }, () => '00').join(':');

/** The offer that the browser would have sent, as far as its first packet tells it. Its address is learned from its packets. */
const offerOf = (ufrag: string, password: string): string =>
  [
    'v=0',
    'o=- 0 0 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=setup:actpass',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${anyFingerprint}`,
    'a=sctp-port:5000',
    `a=max-message-size:${String(localMessageBytes)}`,
    '',
  ].join('\r\n');

interface Inside {
  connection: PeerConnectionType;
  address: string;
  /** Once the channel is open. */
  transport: DataChannelTransport | null;
  timer: NodeJS.Timeout;
}

/** Lets browsers in that know the core's certificate and password; what they may see is asked by whoever takes the visitors. */
export const openLocalEndpoint: OpenEndpoint = (options, events) => {
  const inside = new Map<string, Inside>();
  const leave = (key: string): void => {
    const one = inside.get(key);
    if (!one) return;
    inside.delete(key);
    clearTimeout(one.timer);
    one.transport?.markClosed();
    // Not from inside of a call of the native side.
    setImmediate(() => one.connection.close());
  };
  const isFull = (host: string): boolean =>
    !hasRoom(
      [...inside.values()].map(({ address, transport }) => ({ address, isIn: transport !== null })),
      host,
    );
  const knock = ({ ufrag, localUfrag, host }: IceUdpMuxRequest): void => {
    const password = passwordOfUfrag(localUfrag);
    if (password === null || !/^[A-Za-z0-9+/]{4,256}$/.test(ufrag) || inside.has(localUfrag) || isFull(host)) return;
    const connection = connect(options, { ufrag, localUfrag, password });
    if (connection === null) return;
    const one: Inside = {
      connection,
      address: host,
      transport: null,
      timer: setTimeout(() => leave(localUfrag), knockMs),
    };
    inside.set(localUfrag, one);
    connection.onStateChange((state) => {
      if (state === 'failed' || state === 'closed') leave(localUfrag);
    });
    connection.onDataChannel((channel) => {
      if (channel.getLabel() !== localChannel || one.transport !== null) return channel.close();
      clearTimeout(one.timer);
      one.transport = new DataChannelTransport(channel);
      events.visitor({ transport: one.transport, address: host, dismiss: () => leave(localUfrag) });
    });
  };
  options.held.onKnock((request) => knock(request));
  return {
    close: () => {
      options.held.onKnock(() => undefined);
      for (const key of inside.keys()) leave(key);
    },
  };
};

function connect(
  { port, bindAddress, identity }: EndpointOptions,
  { ufrag, localUfrag, password }: { ufrag: string; localUfrag: string; password: string },
): PeerConnectionType | null {
  const connection = new PeerConnection('visitor', {
    iceServers: [],
    disableAutoNegotiation: true,
    disableFingerprintVerification: true,
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    maxMessageSize: localMessageBytes,
    certificatePemFile: identity.certificatePem,
    keyPemFile: identity.keyPem,
    ...(bindAddress === null ? {} : { bindAddress }),
  });
  try {
    connection.setRemoteDescription(offerOf(ufrag, password), 'offer');
    connection.setLocalDescription('answer', { iceUfrag: localUfrag, icePwd: identity.password });
    return connection;
  } catch {
    connection.close();
    return null;
  }
}
