import { createParameterSets } from '@sightline/media/nal/parameter-sets';
import { h264Payload } from '@sightline/media/rtp/h264-payload';
import { parseRtpPacket } from '@sightline/media/rtp/rtp-packet';
import type { DepacketizedPicture } from '@sightline/media/rtp/video-depacketizer';
import { createVideoDepacketizer } from '@sightline/media/rtp/video-depacketizer';
import type { DataChannel, IceServer, PeerConnection as PeerConnectionType, Track } from 'node-datachannel';
import nodeDataChannel from 'node-datachannel';
import { ReceivedMessages } from '../play/test-player.ts';

const { Audio, PeerConnection, RtcpReceivingSession, Video } = nodeDataChannel;

export interface RtpSeen {
  timestamp: number;
  sequence: number;
  marker: boolean;
  payload: Uint8Array;
  atMs: number;
}

/** What a browser's player does with a peer connection, without a browser. */
export class TestBrowserPeer {
  readonly received = new ReceivedMessages();
  readonly video: RtpSeen[] = [];
  readonly audio: RtpSeen[] = [];
  state = 'new';
  channel: DataChannel;
  readonly #connection: PeerConnectionType;
  readonly #tracks: Track[] = [];

  /** Candidates as they are found. */
  onCandidate: (candidate: string, mid: string) => void = () => undefined;

  constructor(options: { video?: boolean; audio?: boolean; iceServers?: IceServer[] } = {}) {
    this.#connection = new PeerConnection('browser', {
      iceServers: options.iceServers ?? [],
      disableAutoNegotiation: true,
    });
    this.#connection.onLocalCandidate((candidate, mid) => this.onCandidate(candidate, mid));
    this.#connection.onStateChange((state) => (this.state = state));
    if (options.video !== false) {
      const video = new Video('0', 'RecvOnly');
      video.addH264Codec(102, 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1');
      this.#receiveTrack(this.#connection.addTrack(video), this.video);
    }
    if (options.audio) {
      const audio = new Audio('1', 'RecvOnly');
      audio.addAudioCodec(0, 'PCMU');
      audio.addAudioCodec(8, 'PCMA');
      this.#receiveTrack(this.#connection.addTrack(audio), this.audio);
    }
    this.channel = this.#connection.createDataChannel('player');
    this.channel.onMessage((message) => {
      if (typeof message === 'string') this.received.text(message);
      else this.received.binary(new Uint8Array(message as ArrayBuffer));
    });
  }

  /** The offer, without waiting for candidates. */
  offer(): string {
    this.#connection.setLocalDescription('offer');
    return this.#connection.localDescription()!.sdp;
  }

  /**
   * Takes the answer; false when the native side closed this offering connection over it. When the core's first packets are here before
   * its answer, the native side may begin the handshake before it has put down whose certificate to expect, and refuses the right one.
   * Browsers put it down first, and a core never offers: only this stand-in has to offer anew.
   */
  answer(sdp: string): boolean {
    try {
      this.#connection.setRemoteDescription(sdp, 'answer');
      return true;
    } catch (error) {
      if (this.#connection.iceState() === 'closed') return false;
      throw error;
    }
  }

  addCandidate(candidate: string, mid: string): void {
    this.#connection.addRemoteCandidate(candidate, mid);
  }

  /** Kind of the own candidate that is in use: `relay` over a TURN server; null before there is one. */
  ownKind(): string | null {
    return this.#connection.getSelectedCandidatePair()?.local.type ?? null;
  }

  say(request: Record<string, unknown>): void {
    this.channel.sendMessage(JSON.stringify(request));
  }

  /** Picture loss indication, as a browser sends it. */
  requestKeyframe(): void {
    this.#tracks[0]!.requestKeyframe();
  }

  /** The parameter sets that came with the pictures last. */
  parameterSets(): Uint8Array[] {
    const sets = new Map<number, Uint8Array>();
    const take = (nal: Uint8Array): boolean => {
      const isSet = [7, 8].includes((nal[0] ?? 0) & 0x1f);
      if (isSet) sets.set((nal[0] ?? 0) & 0x1f, nal.slice());
      return isSet;
    };
    const depacketizer = createVideoDepacketizer(h264Payload, {
      parameterSet: take,
      picture: () => undefined,
      beside: () => undefined,
    });
    for (const packet of this.video) depacketizer.push({ ...packet, payloadType: 102, ssrc: 1 });
    return [sets.get(7), sets.get(8)].filter((nal) => nal !== undefined);
  }

  /** The pictures that the packets make up, as a decoder would get them. */
  pictures(): DepacketizedPicture[] {
    const pictures: DepacketizedPicture[] = [];
    const sets = createParameterSets('h264');
    const depacketizer = createVideoDepacketizer(h264Payload, {
      parameterSet: (nal) => sets.take(nal),
      picture: (picture) => pictures.push(picture),
      beside: () => undefined,
    });
    for (const packet of this.video) depacketizer.push({ ...packet, payloadType: 102, ssrc: 1 });
    return pictures;
  }

  close(): void {
    this.#connection.close();
  }

  #receiveTrack(track: Track, into: RtpSeen[]): void {
    track.setMediaHandler(new RtcpReceivingSession());
    this.#tracks.push(track);
    track.onMessage((message) => {
      const packet = parseRtpPacket(new Uint8Array(message));
      if (packet === null) return;
      into.push({
        timestamp: packet.timestamp,
        sequence: packet.sequence,
        marker: packet.marker,
        payload: packet.payload.slice(),
        atMs: performance.now(),
      });
    });
  }
}
