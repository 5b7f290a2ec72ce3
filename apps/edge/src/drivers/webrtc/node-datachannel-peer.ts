import { AppError } from '@sightline/contracts/shared/errors';
import type {
  PeerConnection as PeerConnectionType,
  RtpPacketizationConfig as RtpConfig,
  Track,
} from 'node-datachannel';
import nodeDataChannel from 'node-datachannel';
import { withLoopbackCandidate } from './answer-candidates.ts';
import { DataChannelTransport } from './data-channel-transport.ts';
import { isUsableCandidate, readOffer, withoutHiddenCandidates } from './offer-reader.ts';
import type {
  AnswerPeer,
  OutgoingTrack,
  OutgoingVideo,
  Peer,
  PeerEvents,
  PeerOptions,
  ReservePort,
} from '../peer-driver.ts';
import { openConnection } from './peer-connection.ts';
import { isPictureLoss } from './rtcp-feedback.ts';

const {
  Audio,
  H264RtpPacketizer,
  IceUdpMuxListener,
  RtcpNackResponder,
  RtcpSrReporter,
  RtpPacketizationConfig,
  Video,
} = nodeDataChannel;

/** Packets kept for resending: about a second of a 10 Mbit/s stream. */
const nackPackets = 1024;
const msid = 'sightline';

/** Fits into 1280-byte networks with RTP, SRTP, UDP and IPv6 headers around it. */
const maxPayload = 1_200;

/** The native track ends when its object is collected, so it is held as long as its sender. */
interface Held {
  native: Track;
}

/**
 * Holds the port with a listener of its own. Without it the first peer to find the port taken would end the whole process,
 * and the port would be free for others between two viewers.
 */
export const reservePort: ReservePort = (port, bindAddress) => {
  try {
    const listener = bindAddress === null ? new IceUdpMuxListener(port) : new IceUdpMuxListener(port, bindAddress);
    return { release: () => listener.stop(), onKnock: (hear) => listener.onUnhandledStunRequest(hear) };
  } catch {
    return null;
  }
};

/** Answers a browser's offer with node-datachannel. A fixed port must have been reserved before. */
export const answerPeer: AnswerPeer = (options, events) => {
  const connection = openConnection('viewer', options);
  try {
    return negotiate(connection, options, events);
  } catch (error) {
    connection.close();
    throw new AppError('live_not_possible', { detail: String(error) }, { cause: error });
  }
};

function negotiate(connection: PeerConnectionType, options: PeerOptions, events: PeerEvents): Peer {
  const offer = readOffer(options.offerSdp);
  const transports: DataChannelTransport[] = [];
  let isClosed = false;
  const closed = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const transport of transports) transport.markClosed();
    events.closed();
  };
  connection.onStateChange((state) => {
    if (state === 'failed' || state === 'closed') closed();
  });
  const found: { candidate: string; mid: string }[] = [];
  connection.onLocalCandidate((candidate, mid) => void found.push({ candidate: candidate.replace(/^a=/, ''), mid }));
  connection.onDataChannel((channel) => {
    if (channel.getLabel() !== 'player' || transports.length > 0) return channel.close();
    const transport = new DataChannelTransport(channel);
    transports.push(transport);
    events.player(transport);
  });
  connection.setRemoteDescription(withoutHiddenCandidates(options.offerSdp), 'offer');
  const video = offer.video === null ? null : addVideo(connection, offer.video, events);
  const audioType = offer.audio === null || options.audio === null ? null : offer.audio[options.audio];
  if (offer.audio !== null && audioType === null) declineAudio(connection, offer.audio);
  const audio =
    audioType === null
      ? null
      : addAudio(connection, { mid: offer.audio!.mid, payloadType: audioType, codec: options.audio! });
  connection.setLocalDescription('answer');
  const local = connection.localDescription()?.sdp ?? '';
  return {
    answerSdp: options.bindAddress === null ? withLoopbackCandidate(local) : local,
    video,
    audio,
    addCandidate(candidate, mid) {
      if (!isClosed && isUsableCandidate(candidate)) connection.addRemoteCandidate(candidate, mid);
    },
    // What the answer holds is not news.
    takeCandidates: () => found.splice(0, 64).filter(({ candidate }) => !local.includes(candidate)),
    close() {
      connection.close();
      closed();
    },
  };
}

const randomSsrc = (): number => 1 + Math.floor(Math.random() * 0xffff_fffe);

function addVideo(
  connection: PeerConnectionType,
  wanted: { mid: string; payloadType: number; fmtp: string },
  events: PeerEvents,
): OutgoingVideo & Held {
  const media = new Video(wanted.mid, 'SendOnly');
  media.addH264Codec(wanted.payloadType, wanted.fmtp);
  const ssrc = randomSsrc();
  media.addSSRC(ssrc, msid, msid, 'video');
  const native = connection.addTrack(media);
  native.onOpen(events.videoOpen);
  native.onMessage((message) => {
    if (isPictureLoss(message)) events.pictureLost();
  });
  const config = new RtpPacketizationConfig(ssrc, msid, wanted.payloadType, 90_000);
  const packetizer = new H264RtpPacketizer('Length', config, maxPayload);
  packetizer.addToChain(new RtcpSrReporter(config));
  packetizer.addToChain(new RtcpNackResponder(nackPackets));
  native.setMediaHandler(packetizer);
  return { native, sendPicture: senderOf(native, config) };
}

function addAudio(
  connection: PeerConnectionType,
  wanted: { mid: string; payloadType: number; codec: 'pcmu' | 'pcma' },
): OutgoingTrack & Held {
  const media = new Audio(wanted.mid, 'SendOnly');
  media.addAudioCodec(wanted.payloadType, wanted.codec.toUpperCase());
  const ssrc = randomSsrc();
  media.addSSRC(ssrc, msid, msid, 'audio');
  const native = connection.addTrack(media);
  const config = new RtpPacketizationConfig(ssrc, msid, wanted.payloadType, 8_000);
  const reporter = new RtcpSrReporter(config);
  reporter.addToChain(new RtcpNackResponder(nackPackets));
  native.setMediaHandler(reporter);
  return { native, ssrc, payloadType: wanted.payloadType, send: senderOf(native, config) };
}

/** Left alone, the answer would promise sound that never comes. */
function declineAudio(
  connection: PeerConnectionType,
  offered: { mid: string; pcmu: number | null; pcma: number | null },
): void {
  const media = new Audio(offered.mid, 'Inactive');
  if (offered.pcmu !== null) media.addAudioCodec(offered.pcmu, 'PCMU');
  if (offered.pcma !== null) media.addAudioCodec(offered.pcma, 'PCMA');
  connection.addTrack(media);
}

function senderOf(native: Track, config: RtpConfig): (bytes: Uint8Array, rtpTimestamp: number) => void {
  let isDead = false;
  return (bytes, rtpTimestamp) => {
    if (isDead || !native.isOpen()) return;
    config.timestamp = rtpTimestamp;
    try {
      native.sendMessageBinary(bytes as Buffer);
    } catch {
      // The connection has just gone; its own event follows.
      isDead = true;
    }
  };
}
