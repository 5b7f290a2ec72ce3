import { randomInt } from 'node:crypto';
import { resolveControlUrl, type RtspUrl } from '@sightline/media/rtsp/control-url';
import { headerOf, type RtspMessage } from '@sightline/media/rtsp/rtsp-message';
import { parseSdp, type SdpSpeakerTrack } from '@sightline/media/rtsp/sdp';
import { parseSessionHeader, parseTransport } from '@sightline/media/rtsp/transport-header';
import type { Speaker, SpeakerDriver, SpeakerPlace } from '../speaker-driver.ts';
import { RtspConnection, type RtspRequest } from './rtsp-connection.ts';
import { failureOfStatus, RtspFailure } from './rtsp-failure.ts';
import { firstTarget, followRedirect, type RtspTarget } from './rtsp-redirect.ts';

const maxRedirects = 3;
const backchannelFeature: [string, string] = ['Require', 'www.onvif.org/ver20/backchannel'];
/** A second and a half of sound: more than that comes too late to be said. */
const maxUnsentBytes = 12_000;
const rtpHeaderBytes = 12;
/** Sound only goes out: that nobody hears it any more shows by signs of life that are not answered. */
const pingEveryMs = 2000;
const maxUnanswered = 2;

interface Described {
  track: SdpSpeakerTrack;
  base: string;
  control: string;
}

/** Speakers by RTSP, as ONVIF Profile T describes it. Decided by the description and not by the status: some cameras accept what they do not have. */
export const rtspSpeakers: SpeakerDriver = {
  async look(place) {
    const session = new SpeakerSession(place, () => undefined);
    try {
      return await session.within(async () => (await session.describe())?.track.codec ?? null);
    } finally {
      await session.close();
    }
  },
  async open(place, { ended }) {
    const session = new SpeakerSession(place, ended);
    try {
      const speaker = await session.within(() => session.open());
      if (speaker === null) await session.close();
      return speaker;
    } catch (error) {
      await session.close();
      throw error;
    }
  },
};

/** One session with nothing but the speaker in it. */
class SpeakerSession {
  readonly #place: SpeakerPlace;
  readonly #ended: (failure: RtspFailure) => void;
  #connection: RtspConnection | null = null;
  #keepAlive: NodeJS.Timeout | undefined;
  /** The requirement where the camera knows it, on everything that follows. */
  #require: [string, string][] = [backchannelFeature];
  #aggregate = '';
  #sessionId = '';
  #isOpen = false;
  #isClosed = false;
  /** Why the connection ended before anybody was told. */
  #failure: RtspFailure | null = null;
  #heardBytes = 0;
  #answers = 0;
  #unanswered = 0;

  constructor(place: SpeakerPlace, ended: (failure: RtspFailure) => void) {
    this.#place = place;
    this.#ended = ended;
  }

  /** Fails when the work takes longer than the place allows. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const { setupTimeoutMs } = this.#place;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new RtspFailure('camera_timeout', `no answer within ${setupTimeoutMs} ms`)),
        setupTimeoutMs,
      );
    });
    const working = work();
    // Who gave up on it closes the connection; the failure that follows is nobody's.
    working.catch(() => undefined);
    try {
      return await Promise.race([working, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Null when there is no speaker. A camera that refuses the requirement may describe its speaker to everybody. */
  async describe(): Promise<Described | null> {
    const asked = await this.#describe();
    if (typeof asked !== 'number') return asked;
    this.#require = [];
    const plain = await this.#describe();
    if (typeof plain === 'number') throw failureOfStatus(plain, '', 'DESCRIBE');
    return plain;
  }

  async open(): Promise<Speaker | null> {
    const described = await this.describe();
    if (described === null) return null;
    const { track, base, control } = described;
    this.#aggregate = resolveControlUrl(base, control);
    const answer = await this.#ask({
      method: 'SETUP',
      url: resolveControlUrl(base, track.control),
      headers: [['Transport', 'RTP/AVP/TCP;unicast;interleaved=0-1'], ...this.#require],
    });
    const { id, timeoutS } = parseSessionHeader(headerOf(answer, 'session'));
    this.#sessionId = id;
    const channel = parseTransport(headerOf(answer, 'transport')).interleaved?.rtp ?? 0;
    await this.#ask({ method: 'PLAY', url: this.#aggregate, headers: [...this.#ofSession(), ...this.#require] });
    // It may have ended together with its answer.
    if (this.#isClosed || this.#failure !== null) throw this.#failure ?? new RtspFailure('stopped', 'stopped');
    this.#connection!.playing = true;
    this.#isOpen = true;
    this.#ping();
    this.#keepAlive = setInterval(() => this.#watch(), Math.max(500, Math.min(timeoutS * 500, pingEveryMs)));
    return { codec: track.codec, send: this.#sender(track.payloadType, channel), close: () => this.close() };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#keepAlive);
    if (this.#sessionId !== '')
      this.#connection?.notify({ method: 'TEARDOWN', url: this.#aggregate, headers: this.#ofSession() });
    await this.#connection?.close();
  }

  /** Asks on a fresh connection: one that was described plainly before hides the speaker. Answers the status of a refusal. */
  async #describe(): Promise<Described | null | number> {
    let target = firstTarget(this.#place);
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const { url } = target;
      await this.#connect(target);
      const answer = await this.#connection!.request({
        method: 'DESCRIBE',
        url: url.href,
        headers: [['Accept', 'application/sdp'], ...this.#require],
      });
      if (answer.status === 200) return described(answer, url);
      if (answer.status === 401 || answer.status === 403) throw failureOfStatus(answer.status, answer.text, 'DESCRIBE');
      if (answer.status < 300 || answer.status >= 400) return answer.status;
      target = await followRedirect(target, headerOf(answer, 'location'));
    }
    throw new RtspFailure('camera_closed', 'too many redirects');
  }

  async #connect(target: RtspTarget): Promise<void> {
    await this.#connection?.close();
    if (this.#isClosed) throw new RtspFailure('stopped', 'stopped');
    this.#failure = null;
    this.#connection = new RtspConnection(target, {
      // Nothing but reports comes on a speaker's connection.
      interleaved: () => undefined,
      ended: (failure) => this.#end(failure),
    });
  }

  #end(failure: RtspFailure): void {
    if (this.#failure !== null || this.#isClosed) return;
    this.#failure = failure;
    clearInterval(this.#keepAlive);
    if (this.#isOpen) this.#ended(failure);
  }

  /** A camera that answered before and is silent now is gone: its connection need not say so for minutes. */
  #watch(): void {
    const isHeard = (this.#connection?.bytesReceived ?? 0) > this.#heardBytes;
    this.#answers += isHeard ? 1 : 0;
    this.#unanswered = isHeard ? 0 : this.#unanswered + 1;
    if (this.#answers > 0 && this.#unanswered > maxUnanswered)
      this.#end(new RtspFailure('camera_timeout', 'no answer any more'));
    else this.#ping();
  }

  /** Numbers and times of our own, without holes: what was lost on its way here is silence by now. */
  #sender(payloadType: number, channel: number): (sound: Uint8Array) => void {
    const ssrc = randomInt(1, 2 ** 32);
    let sequence = randomInt(2 ** 16);
    let timestamp = randomInt(2 ** 32);
    let isFirst = true;
    return (sound) => {
      const connection = this.#connection;
      if (this.#isClosed || connection === null || connection.unsentBytes > maxUnsentBytes) return;
      const packet = Buffer.allocUnsafe(rtpHeaderBytes + sound.length);
      packet[0] = 0x80;
      packet[1] = (isFirst ? 0x80 : 0) | payloadType;
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE(timestamp, 4);
      packet.writeUInt32BE(ssrc, 8);
      packet.set(sound, rtpHeaderBytes);
      connection.sendInterleaved(channel, packet);
      isFirst = false;
      sequence = (sequence + 1) & 0xffff;
      timestamp = (timestamp + sound.length) >>> 0;
    };
  }

  async #ask(request: RtspRequest): Promise<RtspMessage> {
    const answer = await this.#connection!.request(request);
    if (answer.status !== 200) throw failureOfStatus(answer.status, answer.text, request.method);
    return answer;
  }

  #ping(): void {
    this.#heardBytes = this.#connection?.bytesReceived ?? 0;
    // Whatever it answers shows that we are here; a connection that ended says so by itself.
    this.#connection
      ?.request({ method: 'GET_PARAMETER', url: this.#aggregate, headers: this.#ofSession() })
      .catch(() => undefined);
  }

  #ofSession(): [string, string][] {
    return [['Session', this.#sessionId]];
  }
}

function described(answer: RtspMessage, url: RtspUrl): Described | null {
  const { speaker, control } = parseSdp(answer.body);
  const base = headerOf(answer, 'content-base') || headerOf(answer, 'content-location') || url.href;
  return speaker === null ? null : { track: speaker, base, control };
}
