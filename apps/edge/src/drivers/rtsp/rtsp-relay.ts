import { headerOf, type RtspMessage } from '@sightline/media/rtsp/rtsp-message';
import { parseSessionHeader, parseTransport } from '@sightline/media/rtsp/transport-header';
import type { SourceOptions, SourcePlace } from '../source-driver.ts';
import type { OpenStreamRelay, StreamRelay } from '../stream-relay.ts';
import { RelayEndpoint } from './relay-endpoint.ts';
import { RtspConnection } from './rtsp-connection.ts';
import { failureOfStatus, RtspFailure } from './rtsp-failure.ts';
import { firstTarget, followRedirect, type RtspTarget } from './rtsp-redirect.ts';
import { openUdpPair, type UdpPair } from './udp-ports.ts';

const maxRedirects = 3;
// A camera may send before it has answered PLAY; readers throw away what comes before the answer.
const maxEarlyBytes = 1024 * 1024;

/** What a reader may say to the camera, and what it may hear: nothing that names another address or an account. */
const askedHeaders = new Set(['accept', 'range', 'session', 'require', 'scale', 'speed', 'blocksize']);
const answeredHeaders = new Set(['content-type', 'session', 'rtp-info', 'range', 'public', 'scale', 'speed', 'date']);

const badRequest = { status: 400, text: 'Bad Request', headers: [], body: '' };

interface Way {
  /** Of the reader's side, and of the camera's where it is TCP. */
  channels: { rtp: number; rtcp: number };
  udp: UdpPair | null;
}

/** Relays by the rules of our own client: what it calls, and with which account, is decided in one place. */
export const openRtspRelay: OpenStreamRelay = async (place) => {
  const relay = new RtspRelay(place);
  await relay.open();
  return relay;
};

class RtspRelay implements StreamRelay {
  url = '';
  readonly #endpoint: RelayEndpoint;
  readonly #place: SourcePlace;
  readonly #ways: Way[] = [];
  #target: RtspTarget | null = null;
  #camera: RtspConnection | null = null;
  #transport: SourceOptions['transport'];
  #redirects = 0;
  #failure: RtspFailure | null = null;
  #closed = false;
  #sessionId = '';
  #aggregate = '';
  #early: { channel: number; packet: Uint8Array }[] | null = [];
  #earlyBytes = 0;

  constructor(place: Parameters<OpenStreamRelay>[0]) {
    this.#place = place;
    this.#transport = place.transport;
    this.#endpoint = new RelayEndpoint({
      request: (message) => void this.#serve(message),
      interleaved: (channel, packet) => this.#toCamera(channel, packet),
      drained: () => this.#camera?.hold(false),
      left: () => void this.close(),
    });
  }

  async open(): Promise<void> {
    this.url = await this.#endpoint.open();
  }

  transport(): SourceOptions['transport'] {
    return this.#transport;
  }

  failure(): ReturnType<StreamRelay['failure']> {
    return this.#failure === null ? null : { reason: this.#failure.reason, detail: this.#failure.message };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const { udp } of this.#ways) udp?.close();
    if (this.#sessionId !== '')
      this.#camera?.notify({ method: 'TEARDOWN', url: this.#aggregate, headers: [['Session', this.#sessionId]] });
    await Promise.all([this.#camera?.close(), this.#endpoint.close()]);
  }

  async #serve(request: RtspMessage): Promise<void> {
    try {
      // The session is ended when the reader goes, however it goes.
      const answer =
        request.text === 'TEARDOWN'
          ? { status: 200, text: 'OK', headers: [], body: '' }
          : await this.#answerTo(request);
      if (this.#closed) return;
      this.#endpoint.answer(request, answer);
      if (request.text === 'PLAY' && answer.status === 200) this.#begin();
    } catch (error) {
      this.#fail(error instanceof RtspFailure ? error : new RtspFailure('camera_closed', 'the relay failed'));
    }
  }

  async #answerTo(request: RtspMessage): Promise<Parameters<RelayEndpoint['answer']>[1]> {
    const isSetup = request.text === 'SETUP';
    const answer = await (isSetup ? this.#setUp(request) : this.#ask(request));
    const isPlaying = this.#camera?.playing === true;
    // While it plays these are signs of life: refused they are none, but only a refused account ends the session.
    if (isPlaying && answer.status >= 300 && answer.status !== 401) return badRequest;
    // Readers follow a redirect by themselves: none is ever told.
    if (answer.status >= 300) throw failureOfStatus(answer.status, answer.text, request.text);
    const headers = [...answer.headers].flatMap(([name, values]) =>
      answeredHeaders.has(name) ? [[nameOf(name), values[0] ?? ''] as const] : [],
    );
    if (request.text === 'DESCRIBE') headers.push(['Content-Base', this.#baseOf(answer)]);
    const channels = isSetup && answer.status === 200 ? this.#ways.at(-1)?.channels : undefined;
    if (channels !== undefined)
      headers.push(['Transport', `RTP/AVP/TCP;unicast;interleaved=${channels.rtp}-${channels.rtcp}`]);
    return { status: answer.status, text: answer.text, headers, body: answer.body };
  }

  /** From here on the reader speaks of the camera's own URLs, which its answers are about, and never calls them. */
  #baseOf(answer: RtspMessage): string {
    return headerOf(answer, 'content-base') || this.#target?.url.href || '';
  }

  /** Where a camera points to with its first answers is called by our rules; later it may point nowhere. */
  async #ask(request: RtspMessage): Promise<RtspMessage> {
    for (;;) {
      const target = (this.#target ??= firstTarget(this.#place));
      const camera = (this.#camera ??= this.#call(target));
      const url = request.url === this.url ? target.url.href : request.url;
      if (request.text === 'PLAY') this.#aggregate = url;
      const answer = await camera.request({ method: request.text, url, headers: headersOf(request) });
      const isRedirect = answer.status >= 300 && answer.status < 400;
      if (!isRedirect || request.url !== this.url || this.#sessionId !== '') return answer;
      await camera.close();
      if (++this.#redirects > maxRedirects) throw new RtspFailure('camera_closed', 'too many redirects');
      this.#target = await followRedirect(target, headerOf(answer, 'location'));
      if (this.#closed) throw new RtspFailure('stopped', 'stopped');
      this.#camera = null;
    }
  }

  #call(target: RtspTarget): RtspConnection {
    return new RtspConnection(target, {
      interleaved: (channel, packet) => this.#toReader(channel, packet),
      ended: (failure) => this.#fail(failure),
    });
  }

  // Some cameras and most players that serve streams take one way only: with the first track the other one is tried.
  async #setUp(request: RtspMessage): Promise<RtspMessage> {
    const answer = await this.#setUpOver(request);
    if (answer.status !== 461 || this.#ways.length > 0) return answer;
    this.#transport = this.#transport === 'tcp' ? 'udp' : 'tcp';
    return this.#setUpOver(request);
  }

  async #setUpOver(request: RtspMessage): Promise<RtspMessage> {
    const camera = this.#camera;
    if (camera === null) throw new RtspFailure('camera_closed', 'set up before it was described');
    const asked = parseTransport(headerOf(request, 'transport')).interleaved ?? { rtp: 0, rtcp: 1 };
    const udp =
      this.#transport === 'tcp'
        ? null
        : await openUdpPair(camera.addresses.local, {
            rtp: (packet) => this.#toReader(asked.rtp, packet),
            rtcp: (packet) => this.#toReader(asked.rtcp, packet),
          });
    const transport =
      udp === null
        ? `RTP/AVP/TCP;unicast;interleaved=${asked.rtp}-${asked.rtcp}`
        : `RTP/AVP;unicast;client_port=${udp.rtpPort}-${udp.rtcpPort}`;
    const headers: [string, string][] = [...headersOf(request), ['Transport', transport]];
    const answer = this.#closed ? null : await camera.request({ method: 'SETUP', url: request.url, headers });
    if (answer?.status !== 200 || this.#closed) {
      udp?.close();
      if (answer === null || this.#closed) throw new RtspFailure('stopped', 'stopped');
      return answer;
    }
    this.#sessionId = parseSessionHeader(headerOf(answer, 'session')).id || this.#sessionId;
    this.#aggregate ||= request.url;
    const reply = parseTransport(headerOf(answer, 'transport'));
    udp?.aim(camera.addresses.remote, reply.serverPorts);
    this.#ways.push({ channels: udp === null ? (reply.interleaved ?? asked) : asked, udp });
    return answer;
  }

  #begin(): void {
    if (this.#camera !== null) this.#camera.playing = true;
    const early = this.#early ?? [];
    this.#early = null;
    for (const { channel, packet } of early) this.#endpoint.interleaved(channel, packet);
  }

  #toReader(channel: number, packet: Uint8Array): void {
    if (this.#closed) return;
    if (this.#early !== null) {
      this.#earlyBytes += packet.length;
      if (this.#earlyBytes <= maxEarlyBytes) this.#early.push({ channel, packet: packet.slice() });
      return;
    }
    // TCP waits with the camera; what travels by UDP is lost, as it would be with a reader of its own.
    if (this.#endpoint.isFull && this.#transport === 'udp') return;
    this.#endpoint.interleaved(channel, packet);
    if (this.#endpoint.isFull) this.#camera?.hold(true);
  }

  #toCamera(channel: number, packet: Uint8Array): void {
    const way = this.#ways.find(({ channels }) => channels.rtcp === channel);
    if (way?.udp != null) way.udp.sendRtcp(packet);
    else if (way !== undefined) this.#camera?.sendInterleaved(channel, packet);
  }

  #fail(failure: RtspFailure): void {
    if (this.#closed) return;
    this.#failure ??= failure;
    // The reader leaves by that, and the session of the camera is ended then.
    this.#endpoint.hangUp();
  }
}

function headersOf(request: RtspMessage): [string, string][] {
  return [...request.headers].flatMap(([name, values]): [string, string][] =>
    askedHeaders.has(name) ? [[nameOf(name), values[0] ?? '']] : [],
  );
}

// Some compare the names of headers by letter.
const nameOf = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
