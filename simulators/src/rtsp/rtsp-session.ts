import type { ServedStream } from './served-stream.ts';
import type { ThrottledWriter } from './throttled-writer.ts';
import type { TrackSink } from './track-sinks.ts';

/** What a reader has set up on its connection. */
export interface RtspSession {
  id: string;
  sinks: Map<'video' | 'audio', TrackSink>;
  /** Interleaved channel on which sound for the speaker comes; null until it was set up. */
  speakerChannel: number | null;
  playing: boolean;
}

/** The server, as one of its connections sees it. */
export interface ConnectionOwner {
  host: string;
  port: number;
  /** The stream for a request URI, and the track named at its end. */
  find(uri: string): { stream: ServedStream; trackId: number | null } | null;
}

/** A connection, as the methods of RTSP see it. */
export interface RequestPeer {
  readonly owner: ConnectionOwner;
  readonly writer: ThrottledWriter;
  readonly remoteAddress: string;
  session: RtspSession | null;
  /** A sign of life: the session's time starts anew. */
  touch(): void;
  endSession(): void;
  /** No more pictures, but the session stays. */
  pause(): void;
}
