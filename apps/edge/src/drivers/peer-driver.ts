import type { PlayerTransport } from '../platform/transport/player-transport.ts';

/** A track for packets that the owner makes. */
export interface OutgoingTrack {
  ssrc: number;
  payloadType: number;
  /** Sends one whole RTP packet whose timestamp is `rtpTimestamp`; dropped while the track is not open. */
  send(packet: Uint8Array, rtpTimestamp: number): void;
}

/** A track for H.264 pictures. */
export interface OutgoingVideo {
  /** Sends one picture (4-byte length-prefixed units, parameter sets first when it is a keyframe); dropped while not open. */
  sendPicture(data: Uint8Array, rtpTimestamp: number): void;
}

/** Sound of cameras that browsers take over WebRTC as it is. */
export type PeerAudioCodec = 'pcmu' | 'pcma';

export interface PeerEvents {
  /** The video track can be sent to. Also after the browser asked for a new picture (`refresh`). */
  videoOpen: () => void;
  pictureLost: () => void;
  /** The browser opened its channel `player`. */
  player: (transport: PlayerTransport) => void;
  /** The connection failed or was closed; nothing follows. */
  closed: () => void;
}

export interface PeerOptions {
  offerSdp: string;
  /** Sound that the camera sends and the browser should get, or null. */
  audio: PeerAudioCodec | null;
  port: number;
  bindAddress: string | null;
  iceServers: string[];
}

/** A connection to one browser, made from its offer. */
export interface Peer {
  answerSdp: string;
  /** Null when the offer asks for no H.264. */
  video: OutgoingVideo | null;
  audio: OutgoingTrack | null;
  addCandidate(candidate: string, mid: string): void;
  /** Own candidates that were found after the answer and were not taken yet. */
  takeCandidates(): { candidate: string; mid: string }[];
  close(): void;
}

/** Makes the answering side of a connection. Fails with `live_not_possible` when the offer cannot be answered. */
export type AnswerPeer = (options: PeerOptions, events: PeerEvents) => Peer;

export interface VoicePeerOptions extends Pick<PeerOptions, 'offerSdp' | 'port' | 'bindAddress' | 'iceServers'> {
  /** The only kind of sound that is taken. */
  codec: PeerAudioCodec;
}

export interface VoicePeerEvents {
  /** An RTP packet of the voice; its bytes are the listener's. */
  packet: (packet: Uint8Array) => void;
  /** The connection failed or was closed; nothing follows. */
  closed: () => void;
}

/** A connection to one browser over which its microphone comes. */
export interface VoicePeer extends Pick<Peer, 'answerSdp' | 'addCandidate' | 'takeCandidates' | 'close'> {
  /** Says something on the browser's data channel; dropped when it opened none. */
  say(text: string): void;
}

/** Makes the listening side of a connection. Fails with `talk_not_possible` when the offer brings no such voice. */
export type AnswerVoice = (options: VoicePeerOptions, events: VoicePeerEvents) => VoicePeer;

/** A browser's first packet for which no connection was made: the ends' names in ICE, and from where it came. */
export interface Knock {
  ufrag: string;
  localUfrag: string;
  host: string;
  port: number;
}

/** The UDP port of all peers, kept. */
export interface HeldPort {
  release: () => void;
  /** Hears of packets that belong to no connection, from now on; one listener at a time. */
  onKnock: (listener: (knock: Knock) => void) => void;
}

/** Keeps the one UDP port for all peers; null when another program has it. */
export type ReservePort = (port: number, bindAddress: string | null) => HeldPort | null;

/** Where browsers of the local network come in without anybody between, and what they must find there. */
export interface EndpointOptions {
  held: HeldPort;
  port: number;
  bindAddress: string | null;
  identity: { certificatePem: string; keyPem: string; password: string };
}

/** Somebody at the door, with an open channel. */
export interface Visitor {
  transport: PlayerTransport;
  /** From where the first packet came. */
  address: string;
  dismiss: () => void;
}

/** Opens the door for the local network. */
export type OpenEndpoint = (
  options: EndpointOptions,
  events: { visitor: (visitor: Visitor) => void },
) => { close: () => void };
