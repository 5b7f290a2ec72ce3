import { talkChannel } from '@sightline/contracts/talk/talk-limits';
import type { DataChannel, PeerConnection as PeerConnectionType, Track } from 'node-datachannel';
import nodeDataChannel from 'node-datachannel';

const { Audio, PeerConnection } = nodeDataChannel;

const header = (sequence: number, timestamp: number, payloadType: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes[0] = 0x80;
  bytes[1] = payloadType;
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  bytes.writeUInt32BE(timestamp >>> 0, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
};
const ssrc = 4711;

/** A browser that talks, without a browser: its microphone says what a test tells it to. */
export class TestVoiceBrowser {
  /** What the core said on the data channel. */
  readonly heard: string[] = [];
  #state = 'new';
  readonly #connection: PeerConnectionType;
  readonly #track: Track;
  readonly #channel: DataChannel;
  #sequence = 65_500;
  #timestamp = 1_000;

  constructor(
    direction: 'SendOnly' | 'RecvOnly' = 'SendOnly',
    codecs: readonly ('PCMU' | 'PCMA')[] = ['PCMU', 'PCMA'],
  ) {
    this.#connection = new PeerConnection('speaker', { iceServers: [], disableAutoNegotiation: true });
    this.#connection.onStateChange((state) => (this.#state = state));
    const audio = new Audio('0', direction);
    for (const codec of codecs) audio.addAudioCodec(codec === 'PCMU' ? 0 : 8, codec);
    audio.addSSRC(ssrc, 'voice', 'voice', 'voice');
    this.#track = this.#connection.addTrack(audio);
    this.#channel = this.#connection.createDataChannel(talkChannel);
    this.#channel.onMessage((message) => void (typeof message === 'string' && this.heard.push(message)));
  }

  offer(): string {
    this.#connection.setLocalDescription('offer');
    return this.#connection.localDescription()!.sdp;
  }

  /** Takes the answer; false when the native side has closed this connection meanwhile, as it may while another one ends. Make a new one then. */
  answer(sdp: string): boolean {
    try {
      this.#connection.setRemoteDescription(sdp, 'answer');
      return true;
    } catch (error) {
      if (this.#connection.iceState() === 'closed') return false;
      throw error;
    }
  }

  get isGone(): boolean {
    return this.#state === 'failed' || this.#state === 'closed';
  }

  get isReady(): boolean {
    return this.#track.isOpen() && this.#channel.isOpen();
  }

  /** Says packets of 20 ms one after the other as fast as they are spoken. `lost`: positions of packets that do not arrive. */
  async say(payloadType: 0 | 8, packets: readonly Uint8Array[], lost: ReadonlySet<number> = new Set()): Promise<void> {
    const startedAtMs = performance.now();
    for (const [index, packet] of packets.entries()) {
      const aheadMs = index * 20 - (performance.now() - startedAtMs);
      if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
      if (!lost.has(index) && this.#track.isOpen())
        this.#track.sendMessageBinary(Buffer.concat([header(this.#sequence, this.#timestamp, payloadType), packet]));
      this.#sequence += 1;
      this.#timestamp += packet.length;
    }
  }

  close(): void {
    this.#connection.close();
  }
}
