import type { CertifiedKey } from '../identity/self-signed-certificate.ts';

/** How a simulated camera checks who is asking. `digest-md5` follows RFC 2069 (no qop), `digest-sha256` RFC 7616 (qop=auth). */
export type AuthScheme = 'none' | 'basic' | 'digest-md5' | 'digest-sha256';

/** What stands in `a=control` of each track: a full URL, a name relative to Content-Base, or nothing (one track only). */
export type ControlStyle = 'absolute' | 'relative' | 'empty';

/** Where the camera puts its parameter sets. */
export type ParameterSetPlacement = 'both' | 'sdp' | 'in-band' | 'none';

/** The way to the speaker of a simulated camera (ONVIF backchannel). Interleaved TCP only. */
export interface BackchannelOptions {
  /** What it plays, in the order of its description. */
  codecs: readonly ('pcmu' | 'pcma')[];
  /** `asked` (default): described to who requires it. `always`: to everybody; who requires it is refused with 551. */
  shown?: 'asked' | 'always';
}

/** What came out of the speaker of a simulated camera so far. */
export interface HeardSound {
  codec: 'pcmu' | 'pcma' | null;
  /** One byte a sample, 8 kHz; the newest five minutes. */
  sound: Uint8Array;
  packets: number;
  /** Packets whose sequence number or timestamp does not follow the one before. */
  jumps: number;
  /** Sources (SSRC) that spoke. */
  sources: number;
  /** Sessions that have the speaker open now. */
  open: number;
}

/** One simulated camera stream: a prepared MP4 served in a loop by stream copy. */
export interface StreamOptions {
  /** MP4 file with one H.264 or H.265 track and optionally one AAC or G.711 track. */
  file: string;
  username?: string;
  password?: string;
  /** Default: `digest-md5` when a username is given, else `none`. */
  auth?: AuthScheme;
  /** Default `relative`. */
  controlStyle?: ControlStyle;
  /** Answer every DESCRIBE with 302 and this URL. */
  redirectTo?: string;
  /** Media seconds per real second, default 1. RTP timestamps follow the media. */
  speed?: number;
  /**
   * `clock` (default): frames leave when they are due. `reader`: as fast as each reader takes them (its own position,
   * TCP back-pressure), for accelerated recording.
   */
  pace?: 'clock' | 'reader';
  /** Streams with the same clock name show the same moment (main and sub of one camera). Default: the path. */
  clock?: string;
  /** Default `both`. */
  parameterSets?: ParameterSetPlacement;
  /** Announced and enforced session timeout in seconds, default 60. */
  sessionTimeoutS?: number;
  /** Leave the audio track of the file out. */
  noAudio?: boolean;
  /** Refuse UDP (461) or interleaved TCP (461). Default: both are served. */
  transports?: 'both' | 'tcp' | 'udp';
  /** Its speaker; without one, who requires it is refused with 551. */
  backchannel?: BackchannelOptions;
  /** Passes over `Require` of what it does not have, with 200, as some cameras do. */
  ignoresRequire?: boolean;
  /**
   * Called for each picture once it has been handed to every reader: when it was due on the media time line, when it left, and its
   * presentation time in ticks of 90 kHz, which B-frames do not leave in the order of.
   */
  onPicture?: (dueMs: number, sentAtUtcMs: number, pts90k: number) => void;
  /** Called with each picture: how far its file had come, over all its rounds; another file begins at 0. */
  onShown?: (fileMs: number) => void;
}

/** Faults that can be switched at run time; each acts on one stream. `clear()` ends every lasting one. */
export interface FaultSwitches {
  /** `media`: no RTP and RTCP, RTSP still answers. `all`: nothing is sent or answered, sockets stay open. `off`: go on. */
  freeze(mode: 'media' | 'all' | 'off'): void;
  /** Destroys every connection to this stream and refuses new ones for `forMs` milliseconds (0: only destroys). */
  drop(forMs: number): void;
  /** Changes the password; sessions of the old one are ended, as cameras do. */
  changePassword(password: string): void;
  /** Adds to the RTP timestamps (milliseconds, may be negative) from the next frame on. */
  clockJump(ms: number): void;
  /** Swallows the next `count` RTP video packets; sequence numbers go on. */
  losePackets(count: number): void;
  /** While on, parameter sets are neither in the SDP nor in-band. */
  noParameterSets(on: boolean): void;
  /**
   * Goes on with another file at its first keyframe: `in-band` (same session; the codec must stay) or `disconnect`
   * (readers are cut and find the new file when they return).
   */
  switchFile(file: string, how?: 'in-band' | 'disconnect'): Promise<void>;
  /** Writes random bytes between interleaved frames. */
  garbage(bytes: number): void;
  /** Limits what each reader gets to this many bytes per second; null ends it. Overflow is dropped by whole units. */
  slow(bytesPerSecond: number | null): void;
  clear(): void;
}

/** Counters of one stream since it was added. */
export interface StreamStats {
  /** Sessions in PLAY now. */
  readers: number;
  /** Sessions that ever reached PLAY. */
  sessionsStarted: number;
  describes: number;
  authFailures: number;
  unitsSent: number;
  packetsSent: number;
  bytesSent: number;
  packetsLost: number;
  receiverReports: number;
  sessionTimeouts: number;
  /** Units not sent because a reader did not take them. */
  unitsDropped: number;
}

/** When a clip that is played once is in the picture. */
export interface ClipPlay {
  /** UTC ms at which its first picture is due (its presentation time, whatever order it is sent in). */
  firstPictureUtcMs: number;
  /** UTC ms of the first picture after it. */
  endUtcMs: number;
}

/** What a stream shows, as its file says. */
export interface StreamFormat {
  codec: 'h264' | 'h265';
  width: number;
  height: number;
  fps: number;
  bitrateKbps: number;
  hasAudio: boolean;
}

/** A running RTSP server with any number of simulated camera streams. */
export interface RtspServer {
  port: number;
  host: string;
  /** `rtsp://host:port/path`, or rtsps, without credentials. */
  url(path: string): string;
  /** Paths of all streams. */
  paths(): string[];
  addStream(path: string, options: StreamOptions): Promise<void>;
  /** Ends the stream and its sessions. */
  removeStream(path: string): void;
  /**
   * From now on plays a clip `times` times (default once) within the sessions that are there, then goes back to the
   * stream's own file. Both need one codec; size and frame rate may differ.
   */
  playOnce(path: string, file: string, times?: number): Promise<ClipPlay>;
  /** The clip that was last played once on this stream. */
  lastPlay(path: string): ClipPlay | null;
  /** Throws when there is no such stream. */
  faults(path: string): FaultSwitches;
  stats(path: string): StreamStats;
  format(path: string): StreamFormat;
  /** What came out of its speaker. */
  heard(path: string): HeardSound;
  stop(): Promise<void>;
}

export interface RtspServerOptions {
  /** 0 takes a free port. */
  port?: number;
  host?: string;
  /** RTSPS with this key and a certificate that it signed itself. */
  key?: CertifiedKey;
}
