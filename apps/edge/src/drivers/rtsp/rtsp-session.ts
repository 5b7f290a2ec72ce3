import { resolveControlUrl, type RtspUrl } from '@sightline/media/rtsp/control-url';
import { headerOf, type RtspMessage } from '@sightline/media/rtsp/rtsp-message';
import { parseSdp, type SessionDescription } from '@sightline/media/rtsp/sdp';
import { parseSessionHeader, parseTransport } from '@sightline/media/rtsp/transport-header';
import type { SourceEvents } from '@sightline/media/units/access-unit';
import type { SourceOptions } from '../source-driver.ts';
import { createUnitPipeline, type UnitPipeline } from '../unit-pipeline.ts';
import { createAudioClock } from './audio-clock.ts';
import { RtspConnection, type RtspRequest } from './rtsp-connection.ts';
import { failureOfStatus, RtspFailure } from './rtsp-failure.ts';
import { firstTarget, followRedirect, type RtspTarget } from './rtsp-redirect.ts';
import { createAudioTrack, createVideoTrack, type TrackReceiver } from './rtsp-tracks.ts';
import { openUdpPair, type UdpPair } from './udp-ports.ts';

const maxRedirects = 3;
const reportEveryMs = 5000;

interface Track {
  receiver: TrackReceiver;
  control: string;
  rtcpChannel: number;
  udp: UdpPair | null;
}

/** What a session tells the driver. */
export interface RtspSessionEvents extends Pick<SourceEvents, 'config' | 'unit'> {
  ended: (failure: RtspFailure) => void;
}

/** One RTSP session from DESCRIBE to TEARDOWN. */
export class RtspClientSession {
  readonly #options: SourceOptions;
  readonly #events: RtspSessionEvents;
  readonly #channels = new Map<number, (packet: Uint8Array) => void>();
  #connection: RtspConnection | null = null;
  #tracks: Track[] = [];
  #pipeline: UnitPipeline | null = null;
  #timers: NodeJS.Timeout[] = [];
  #aggregate = '';
  #sessionId = '';
  #keepAliveMethod = 'GET_PARAMETER';
  #closed = false;
  #answerMs = 0;
  #transport: SourceOptions['transport'];

  constructor(options: SourceOptions, events: RtspSessionEvents) {
    this.#options = options;
    this.#transport = options.transport;
    this.#events = events;
  }

  /** Sets everything up; rejects with RtspFailure. */
  async start(): Promise<void> {
    const { url, description, base } = await this.#describe();
    this.#buildTracks(description);
    this.#aggregate = resolveControlUrl(base, description.control);
    for (const track of this.#tracks) await this.#setup(track, base, url);
    const session = await this.#ask({
      method: 'PLAY',
      url: this.#aggregate,
      headers: [
        ['Session', this.#sessionId],
        ['Range', 'npt=0.000-'],
      ],
    });
    this.#connection!.playing = true;
    this.#keepAlive(parseSessionHeader(headerOf(session, 'session')).timeoutS);
  }

  bytesReceived(): number {
    return (
      (this.#connection?.bytesReceived ?? 0) +
      this.#tracks.reduce((sum, track) => sum + (track.udp?.bytesReceived() ?? 0), 0)
    );
  }

  /** The other side answers, but not in RTSP. */
  get isStrange(): boolean {
    return this.#connection?.isStrange ?? false;
  }

  packetsLost(): number {
    return this.#tracks.reduce((sum, track) => sum + track.receiver.packetsLost(), 0);
  }

  lastPictureMs(): number | null {
    return this.#pipeline?.lastPictureMs() ?? null;
  }

  /** See `SourceSession.ask`. */
  ask(): Promise<void> {
    return this.#ping();
  }

  answerMs(): number {
    return this.#answerMs;
  }

  transport(): SourceOptions['transport'] {
    return this.#transport;
  }

  /** Delivers what is held back for reordering. */
  flush(): void {
    this.#pipeline?.flush();
  }

  /** Releases everything; resolves when the sockets are gone. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const track of this.#tracks) track.udp?.close();
    if (this.#sessionId !== '')
      this.#connection?.notify({ method: 'TEARDOWN', url: this.#aggregate, headers: [['Session', this.#sessionId]] });
    await this.#connection?.close();
  }

  #open(target: RtspTarget): void {
    this.#connection = new RtspConnection(target, {
      interleaved: (channel, packet) => this.#channels.get(channel)?.(packet),
      ended: (failure) => this.#events.ended(failure),
    });
  }

  async #describe(): Promise<{ url: RtspUrl; description: SessionDescription; base: string }> {
    let target = firstTarget(this.#options);
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const { url } = target;
      this.#open(target);
      const answer = await this.#connection!.request({
        method: 'DESCRIBE',
        url: url.href,
        headers: [['Accept', 'application/sdp']],
      });
      if (answer.status >= 300 && answer.status < 400) {
        await this.#connection!.close();
        target = await followRedirect(target, headerOf(answer, 'location'));
        if (this.#closed) throw new RtspFailure('stopped', 'stopped');
        continue;
      }
      if (answer.status !== 200) throw failureOfStatus(answer.status, answer.text, 'DESCRIBE');
      const base = headerOf(answer, 'content-base') || headerOf(answer, 'content-location') || url.href;
      return { url, description: parseSdp(answer.body), base };
    }
    throw new RtspFailure('camera_closed', 'too many redirects');
  }

  #buildTracks(description: SessionDescription): void {
    const { video, audio } = description;
    if (video === null && description.hasVideo)
      throw new RtspFailure(
        'camera_codec_unsupported',
        `the camera sends ${description.unsupportedVideo.join(', ') || 'an unknown codec'}`,
      );
    if (video === null) throw new RtspFailure('camera_no_video', 'the stream has no video');
    const pipeline = createUnitPipeline({
      codec: video.codec,
      audio: audio?.config ?? null,
      startReordering: this.#options.startReordering,
      config: this.#events.config,
      unit: this.#events.unit,
      fail: (reason, detail) => this.#events.ended(new RtspFailure(reason, detail)),
    });
    this.#pipeline = pipeline;
    const clock = audio === null ? null : createAudioClock(audio.clockRate);
    const receiver = createVideoTrack(video, pipeline, clock);
    this.#tracks = [{ receiver, control: video.control, rtcpChannel: 1, udp: null }];
    if (audio === null || clock === null) return;
    this.#tracks.push({
      receiver: createAudioTrack(audio, pipeline, { clock, moment: receiver.moment }),
      control: audio.control,
      rtcpChannel: 3,
      udp: null,
    });
  }

  // Some cameras and most players that serve streams take one way only: with the first track the other one is tried.
  async #setup(track: Track, base: string, url: RtspUrl): Promise<void> {
    try {
      await this.#setupOver(track, base, url);
    } catch (error) {
      const isFirst = track === this.#tracks[0];
      if (!isFirst || !(error instanceof RtspFailure) || error.reason !== 'camera_transport_refused') throw error;
      track.udp?.close();
      track.udp = null;
      this.#transport = this.#transport === 'tcp' ? 'udp' : 'tcp';
      await this.#setupOver(track, base, url);
    }
  }

  async #setupOver(track: Track, base: string, url: RtspUrl): Promise<void> {
    const index = this.#tracks.indexOf(track);
    let transport = `RTP/AVP/TCP;unicast;interleaved=${index * 2}-${index * 2 + 1}`;
    if (this.#transport === 'udp') {
      track.udp = await openUdpPair(this.#connection!.addresses.local, {
        rtp: track.receiver.rtp,
        rtcp: track.receiver.rtcp,
      });
      if (this.#closed) track.udp.close();
      transport = `RTP/AVP;unicast;client_port=${track.udp.rtpPort}-${track.udp.rtcpPort}`;
    }
    const headers: [string, string][] = [['Transport', transport]];
    if (this.#sessionId !== '') headers.push(['Session', this.#sessionId]);
    const askedMs = performance.now();
    const answer = await this.#ask({ method: 'SETUP', url: resolveControlUrl(base, track.control), headers });
    const tookMs = performance.now() - askedMs;
    this.#answerMs = this.#answerMs === 0 ? tookMs : Math.min(this.#answerMs, tookMs);
    this.#sessionId = parseSessionHeader(headerOf(answer, 'session')).id || this.#sessionId;
    const reply = parseTransport(headerOf(answer, 'transport'));
    if (track.udp !== null) {
      track.udp.aim(this.#connection!.addresses.remote || url.host, reply.serverPorts);
      return;
    }
    const channels = reply.interleaved ?? { rtp: index * 2, rtcp: index * 2 + 1 };
    track.rtcpChannel = channels.rtcp;
    this.#channels.set(channels.rtp, track.receiver.rtp);
    this.#channels.set(channels.rtcp, track.receiver.rtcp);
  }

  async #ask(request: RtspRequest): Promise<RtspMessage> {
    const answer = await this.#connection!.request(request);
    if (answer.status !== 200) throw failureOfStatus(answer.status, answer.text, request.method);
    return answer;
  }

  #keepAlive(timeoutS: number): void {
    const everyMs = Math.max(1000, Math.min(timeoutS * 500, 30_000));
    this.#timers.push(setInterval(() => void this.#ping(), everyMs));
    this.#timers.push(setInterval(() => this.#sendReports(), reportEveryMs));
  }

  async #ping(): Promise<void> {
    try {
      const answer = await this.#connection!.request({
        method: this.#keepAliveMethod,
        url: this.#aggregate,
        headers: [['Session', this.#sessionId]],
      });
      // Not every camera knows GET_PARAMETER; all know OPTIONS.
      if (answer.status === 401) this.#events.ended(failureOfStatus(401, answer.text, this.#keepAliveMethod));
      else if (answer.status >= 400) this.#keepAliveMethod = 'OPTIONS';
    } catch (error) {
      // The connection reports its own end; anything else is a fault of ours and must show.
      if (!(error instanceof RtspFailure)) throw error;
    }
  }

  #sendReports(): void {
    for (const track of this.#tracks) {
      const report = track.receiver.report();
      if (report === null) continue;
      if (track.udp !== null) track.udp.sendRtcp(report);
      else this.#connection?.sendInterleaved(track.rtcpChannel, report);
    }
  }
}
