import { randomBytes } from 'node:crypto';
import type { RtspRequest } from './request-parser.ts';
import { createRtpSender } from './rtp-sender.ts';
import type { RequestPeer, RtspSession } from './rtsp-session.ts';
import type { ServedStream } from './served-stream.ts';
import { audioPayloadType, describeMedia, speakerTrack, videoPayloadType } from './session-description.ts';
import { createTcpSink, createUdpSink } from './track-sinks.ts';
import type { TrackSink } from './track-sinks.ts';

export interface RtspAnswer {
  status: string;
  headers?: [string, string][];
  body?: string;
  thenClose?: boolean;
}

export interface RequestContext {
  peer: RequestPeer;
  stream: ServedStream;
  trackId: number | null;
  request: RtspRequest;
}

const okAnswer = '200 OK';
const backchannelFeature = 'www.onvif.org/ver20/backchannel';

function baseUrl({ peer, stream }: RequestContext): string {
  return `rtsp://${peer.owner.host}:${peer.owner.port}/${stream.path}`;
}

function sessionHeader(session: RtspSession, stream: ServedStream): [string, string] {
  return ['Session', `${session.id};timeout=${stream.options.sessionTimeoutS ?? 60}`];
}

/** Null: it is met, or passed over. */
function requirementRefusal({ stream, request }: RequestContext): RtspAnswer | null {
  const required = request.headers.get('require');
  const { backchannel, ignoresRequire } = stream.options;
  if (required === undefined || ignoresRequire === true) return null;
  const isMet = required === backchannelFeature && backchannel !== undefined && backchannel.shown !== 'always';
  return isMet ? null : { status: '551 Option not supported', headers: [['Unsupported', required]] };
}

function describe(context: RequestContext): RtspAnswer {
  const { stream } = context;
  stream.stats.describes += 1;
  const { backchannel } = stream.options;
  const showsSpeaker = backchannel?.shown === 'always' || context.request.headers.get('require') === backchannelFeature;
  if (stream.options.redirectTo !== undefined)
    return { status: '302 Found', headers: [['Location', stream.options.redirectTo]] };
  const placement = stream.options.parameterSets ?? 'both';
  const withParameterSets = !stream.faults.hideParameterSets && (placement === 'both' || placement === 'sdp');
  const style = stream.options.controlStyle ?? 'relative';
  return {
    status: okAnswer,
    headers: [
      ['Content-Type', 'application/sdp'],
      ['Content-Base', `${baseUrl(context)}/`],
    ],
    body: describeMedia(stream.source.media(), {
      url: baseUrl(context),
      style,
      withParameterSets,
      speaker: showsSpeaker ? (backchannel ?? null) : null,
    }),
  };
}

function pair(text: string | undefined): [number, number] | null {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text ?? '');
  if (!match) return null;
  const first = Number(match[1]);
  const second = match[2] === undefined ? first + 1 : Number(match[2]);
  return first <= 65_535 && second <= 65_535 ? [first, second] : null;
}

async function openSink(context: RequestContext, transport: string, payloadType: number): Promise<TrackSink | null> {
  const { peer, stream } = context;
  const allowed = stream.options.transports ?? 'both';
  const sender = createRtpSender(payloadType);
  if (/^RTP\/AVP\/TCP/i.test(transport)) {
    const used = (peer.session?.sinks.size ?? 0) * 2;
    const [rtp, rtcp] = pair(/interleaved=([\d-]+)/i.exec(transport)?.[1]) ?? [used, used + 1];
    return allowed === 'udp' || rtp > 255 || rtcp > 255 ? null : createTcpSink(peer.writer, sender, { rtp, rtcp });
  }
  const ports = pair(/client_port=([\d-]+)/i.exec(transport)?.[1]);
  if (!/^RTP\/AVP(\/UDP)?;/i.test(transport) || /multicast/i.test(transport) || !ports || allowed === 'tcp')
    return null;
  return createUdpSink(sender, {
    host: peer.owner.host,
    address: peer.remoteAddress,
    rtpPort: ports[0],
    rtcpPort: ports[1],
    onReport: () => {
      stream.stats.receiverReports += 1;
      peer.touch();
    },
  });
}

const newSession = (): RtspSession => ({
  id: randomBytes(8).toString('hex').toUpperCase(),
  sinks: new Map(),
  speakerChannel: null,
  playing: false,
});

function setupSpeaker({ peer, stream, request }: RequestContext): RtspAnswer {
  const { backchannel } = stream.options;
  if (backchannel === undefined) return { status: '404 Not Found' };
  const transport = request.headers.get('transport') ?? '';
  const channels = /^RTP\/AVP\/TCP/i.test(transport) ? pair(/interleaved=([\d-]+)/i.exec(transport)?.[1]) : null;
  if (channels === null) return { status: '461 Unsupported Transport' };
  peer.session ??= newSession();
  if (peer.session.speakerChannel === null) stream.speaker.open();
  peer.session.speakerChannel = channels[0];
  return {
    status: okAnswer,
    headers: [
      ['Transport', `RTP/AVP/TCP;unicast;interleaved=${channels.join('-')}`],
      sessionHeader(peer.session, stream),
    ],
  };
}

async function setup(context: RequestContext): Promise<RtspAnswer> {
  const { peer, stream, request } = context;
  if (context.trackId === speakerTrack) return setupSpeaker(context);
  const { audio } = stream.source.media();
  const track = context.trackId === 1 ? 'audio' : 'video';
  if (track === 'audio' && !audio) return { status: '404 Not Found' };
  if (peer.session?.playing) return { status: '455 Method Not Valid in This State' };
  const sink = await openSink(
    context,
    request.headers.get('transport') ?? '',
    track === 'audio' ? audioPayloadType(audio!) : videoPayloadType,
  );
  if (!sink) return { status: '461 Unsupported Transport' };
  peer.session ??= newSession();
  peer.session.sinks.get(track)?.close();
  peer.session.sinks.set(track, sink);
  return { status: okAnswer, headers: [['Transport', sink.transport], sessionHeader(peer.session, stream)] };
}

function play(context: RequestContext, session: RtspSession): RtspAnswer {
  const { stream } = context;
  if (session.playing) return { status: okAnswer, headers: [sessionHeader(session, stream)] };
  session.playing = true;
  const info = Array.from(
    session.sinks,
    ([track, { sender }]) =>
      `url=${baseUrl(context)}/trackID=${track === 'video' ? 0 : 1};seq=${sender.sequence};rtptime=${stream.source.rtpTimeNow(track)}`,
  );
  return {
    status: okAnswer,
    headers: [sessionHeader(session, stream), ['Range', 'npt=now-'], ['RTP-Info', info.join(',')]],
  };
}

function teardown({ peer, stream }: RequestContext, session: RtspSession): RtspAnswer {
  peer.endSession();
  return { status: okAnswer, headers: [sessionHeader(session, stream)], thenClose: true };
}

function pause(context: RequestContext, session: RtspSession): RtspAnswer {
  session.playing = false;
  context.peer.pause();
  return { status: okAnswer, headers: [sessionHeader(session, context.stream)] };
}

/** Answers an authorized request. Never throws for what a client sends. */
export async function answerRequest(context: RequestContext): Promise<RtspAnswer> {
  const { peer, stream, request } = context;
  if (request.method === 'OPTIONS')
    return {
      status: okAnswer,
      headers: [['Public', 'OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, GET_PARAMETER, TEARDOWN']],
    };
  const refusal = requirementRefusal(context);
  if (refusal !== null) return refusal;
  if (request.method === 'DESCRIBE') return describe(context);
  const { session } = peer;
  const named = request.headers.get('session')?.split(';')[0]?.trim();
  if (named !== undefined && named !== session?.id) return { status: '454 Session Not Found' };
  if (request.method === 'SETUP') return setup(context);
  if (request.method === 'GET_PARAMETER')
    return { status: okAnswer, ...(session ? { headers: [sessionHeader(session, stream)] } : {}) };
  if (!['PLAY', 'PAUSE', 'TEARDOWN'].includes(request.method)) return { status: '501 Not Implemented' };
  if (!session || named === undefined) return { status: '454 Session Not Found' };
  if (request.method === 'PLAY') return play(context, session);
  return request.method === 'PAUSE' ? pause(context, session) : teardown(context, session);
}
