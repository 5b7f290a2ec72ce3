import { loadMedia } from './loaded-media.ts';
import type { Credentials } from './authentication.ts';
import type { ClipPlay, FaultSwitches, StreamFormat, StreamOptions, StreamStats } from './rtsp-server-api.ts';
import { SimulatedSpeaker } from './simulated-speaker.ts';
import { noFaults, StreamSource } from './stream-source.ts';
import type { FaultState, SharedClock } from './stream-source.ts';

/** What a connection lets the stream do to it. */
export interface StreamConnection {
  destroy(): void;
  limit(bytesPerSecond: number | null): void;
}

/** One stream with everything that hangs on its path. */
export interface ServedStream {
  path: string;
  options: StreamOptions;
  source: StreamSource;
  faults: FaultState;
  stats: StreamStats;
  credentials: Credentials;
  speaker: SimulatedSpeaker;
  connections: Set<StreamConnection>;
  lastPlay: ClipPlay | null;
}

function noStats(): StreamStats {
  return {
    readers: 0,
    sessionsStarted: 0,
    describes: 0,
    authFailures: 0,
    unitsSent: 0,
    packetsSent: 0,
    bytesSent: 0,
    packetsLost: 0,
    receiverReports: 0,
    sessionTimeouts: 0,
    unitsDropped: 0,
  };
}

async function loadFor(options: StreamOptions, file: string): ReturnType<typeof loadMedia> {
  const media = await loadMedia(file);
  return options.noAudio ? { ...media, audio: null } : media;
}

export async function createServedStream(
  path: string,
  options: StreamOptions,
  clock: SharedClock,
): Promise<ServedStream> {
  const media = await loadFor(options, options.file);
  const faults = noFaults();
  const stats = noStats();
  const scheme = options.auth ?? (options.username === undefined ? 'none' : 'digest-md5');
  return {
    path,
    options,
    faults,
    stats,
    speaker: new SimulatedSpeaker(),
    connections: new Set(),
    lastPlay: null,
    credentials: { scheme, username: options.username ?? '', password: options.password ?? '' },
    source: new StreamSource({ media, options, clock, faults, stats }),
  };
}

/** Rates are those of the whole file. */
export function formatOf({ source }: ServedStream): StreamFormat {
  const { video, audio } = source.media();
  const seconds = video.duration / video.clockRate;
  const bytes = video.units.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + part.length, 0), 0);
  const { codec, width, height } = video;
  return {
    codec,
    width,
    height,
    fps: Math.round(video.units.length / seconds),
    bitrateKbps: Math.round((bytes * 8) / seconds / 1000),
    hasAudio: audio !== null,
  };
}

export function endConnections(stream: ServedStream): void {
  for (const connection of stream.connections) connection.destroy();
}

async function switchFile(stream: ServedStream, file: string, how: 'in-band' | 'disconnect'): Promise<void> {
  const media = await loadFor(stream.options, file);
  if (how === 'in-band' && media.video.codec !== stream.source.media().video.codec) {
    throw new Error('a codec cannot change within a session; switch with "disconnect"');
  }
  if (how === 'disconnect') endConnections(stream);
  stream.source.switchTo(media);
}

/** See `RtspServer.playOnce`. */
export async function playOnce(stream: ServedStream, file: string, times: number): Promise<ClipPlay> {
  const media = await loadFor(stream.options, file);
  if (media.video.codec !== stream.source.media().video.codec)
    throw new Error('a codec cannot change within a session');
  stream.lastPlay = stream.source.playOnce(media, times);
  return stream.lastPlay;
}

function limitAll(stream: ServedStream, bytesPerSecond: number | null): void {
  stream.faults.bytesPerSecond = bytesPerSecond;
  for (const connection of stream.connections) connection.limit(bytesPerSecond);
}

export function faultSwitches(stream: ServedStream): FaultSwitches {
  const { faults } = stream;
  return {
    freeze(mode) {
      faults.frozen = mode;
    },
    drop(forMs) {
      faults.refuseUntilMs = performance.now() + forMs;
      endConnections(stream);
    },
    changePassword(password) {
      stream.credentials.password = password;
      endConnections(stream);
    },
    clockJump(ms) {
      faults.jumpMs += ms;
    },
    losePackets(count) {
      faults.packetsToLose += count;
    },
    noParameterSets(on) {
      faults.hideParameterSets = on;
    },
    switchFile: (file, how = 'in-band') => switchFile(stream, file, how),
    garbage(bytes) {
      faults.garbageBytes += bytes;
    },
    slow: (bytesPerSecond) => limitAll(stream, bytesPerSecond),
    clear() {
      Object.assign(faults, { ...noFaults(), jumpMs: faults.jumpMs });
      limitAll(stream, null);
    },
  };
}
