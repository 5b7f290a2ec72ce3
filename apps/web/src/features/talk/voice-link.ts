import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { talkCalls } from '@sightline/contracts/talk/talk.api';
import type { TalkMessage } from '@sightline/contracts/talk/talk';
import { talkChannel, talkTimes } from '@sightline/contracts/talk/talk-limits';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';

/** Without a way to the core after this long there is none. */
const connectWithinMs = 6_000;
/** What the core finds after its answer is asked for at these times. */
const askAfterMs = [300, 700, 1500, 3000];

interface VoiceEvents {
  /** The voice arrives at the core. */
  onConnected(endsAtUtcMs: number): void;
  /** It is over, once, by another's will; `talk_ended` too when the connection broke. */
  onEnded(code: ErrorCode): void;
}

/** Servers of the last answer, for the next connection: they are not known before the first. */
let knownServers: RTCIceServer[] = [];

const codecs = (): RTCRtpCodec[] =>
  (RTCRtpSender.getCapabilities('audio')?.codecs ?? []).filter(({ mimeType }) => /^audio\/pcm[ua]$/i.test(mimeType));

/** The way of one voice from this browser to the core of a camera, in the kind of sound that the camera takes. */
export class VoiceLink {
  readonly #cameraId: string;
  readonly #track: MediaStreamTrack;
  readonly #events: VoiceEvents;
  #peer: RTCPeerConnection | undefined;
  #talkId: string | undefined;
  #candidates: RTCIceCandidate[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  #renewing: ReturnType<typeof setInterval> | undefined;
  #isOver = false;

  constructor(cameraId: string, track: MediaStreamTrack, events: VoiceEvents) {
    this.#cameraId = cameraId;
    this.#track = track;
    this.#events = events;
  }

  /** Throws {@link ApiError} where it is refused. */
  async start(): Promise<void> {
    const peer = this.#connect();
    await peer.setLocalDescription();
    // Candidates follow one by one.
    const answer = await call(talkCalls.offer, {
      params: { id: this.#cameraId },
      body: { sdp: peer.localDescription?.sdp ?? '' },
    });
    this.#talkId = answer.talkId;
    if (this.#isOver) return this.#giveBack();
    knownServers = answer.iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    }));
    peer.onconnectionstatechange = () => this.#follow(peer, answer.endsAt);
    this.#renewing = setInterval(() => void this.#renew(), talkTimes.renewMs);
    this.#timers = [
      setTimeout(() => this.#end('talk_not_possible'), connectWithinMs),
      ...askAfterMs.map((ms) => setTimeout(() => void this.#notify(null), ms)),
    ];
    for (const candidate of this.#candidates.splice(0)) void this.#notify(candidate);
    await peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
  }

  /** Ends it by the person's own will. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#renewing);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#peer?.close();
    this.#giveBack();
  }

  #connect(): RTCPeerConnection {
    const peer = new RTCPeerConnection({ iceServers: knownServers, bundlePolicy: 'max-bundle' });
    this.#peer = peer;
    peer.addTransceiver(this.#track, { direction: 'sendonly' }).setCodecPreferences(codecs());
    peer.createDataChannel(talkChannel).onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.#end((JSON.parse(data) as TalkMessage).code);
    };
    peer.onicecandidate = ({ candidate }) => {
      if (!candidate || candidate.candidate === '') return;
      if (this.#talkId === undefined) this.#candidates.push(candidate);
      else void this.#notify(candidate);
    };
    return peer;
  }

  #follow(peer: RTCPeerConnection, endsAtUtcMs: number): void {
    if (this.#isOver) return;
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') return this.#end('talk_ended');
    if (peer.connectionState !== 'connected') return;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#events.onConnected(endsAtUtcMs);
  }

  /** Tells a candidate, or with null none, and takes those that the core found meanwhile. */
  async #notify(candidate: RTCIceCandidate | null): Promise<void> {
    const talkId = this.#talkId;
    if (talkId === undefined || this.#isOver) return;
    try {
      const body = { candidate: candidate?.candidate ?? '', mid: candidate?.sdpMid ?? '0' };
      const { candidates } = await call(talkCalls.candidate, { params: { talkId }, body });
      for (const found of candidates)
        await this.#peer?.addIceCandidate({ candidate: found.candidate, sdpMid: found.mid });
    } catch {
      // One lost candidate is no failure: the others may still lead somewhere.
    }
  }

  async #renew(): Promise<void> {
    const talkId = this.#talkId;
    if (talkId === undefined) return;
    try {
      await call(talkCalls.renew, { params: { talkId }, body: {} });
    } catch (thrown) {
      // Whatever it is: the core ends what is not renewed.
      this.#end(toApiError(thrown).code);
    }
  }

  #end(code: ErrorCode): void {
    if (this.#isOver) return;
    this.stop();
    this.#events.onEnded(code);
  }

  #giveBack(): void {
    const talkId = this.#talkId;
    // Failing to tell is no harm: it then ends by itself.
    if (talkId !== undefined) call(talkCalls.end, { params: { talkId } }).catch(toApiError);
  }
}
