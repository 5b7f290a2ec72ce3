import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import type { EndpointEvent } from '../local/endpoint-messages.ts';
import type { LiveTrack, PresentThing } from '../recognise/recogniser.ts';

/** What the live worker knows about a camera: its streams, in no order, and what it hides. */
export interface WatchableCamera {
  cameraId: string;
  /** `footageId`: the stream that holds the footage, when this one is not written. */
  streams: { streamId: string; kind: 'main' | 'sub'; footageId?: string }[];
  privacy: CameraPrivacy | null;
}

/** Main → live worker, the whole wanted state each time. */
export interface LiveWorkerConfig {
  /** Unix socket of the media bus. */
  busSocketPath: string;
  /** SQLite file of the edge store; opened read-only. */
  storePath: string;
  /** Folder that segment paths are relative to. */
  volume: string;
  /** Id that its disk bears; null or absent: whatever lies there is read. */
  mark?: string | null;
  /** `http(s)://host:port` of the server, for relays; null while not claimed. */
  serverUrl: string | null;
  /** PEM of an own certificate authority of the server, or null for the system's. */
  serverCa: string | null;
  ice: {
    /** One UDP port for all viewers; 0 takes any free port per viewer. */
    port: number;
    /** Address to listen on; null = every interface. */
    bindAddress: string | null;
    /** `stun:host:port` or `turn:user:password@host:port`. */
    servers: string[];
  };
  cameras: WatchableCamera[];
  /** What browsers of the local network find at the door of this core; null (or not said) keeps it shut. */
  door?: { certificatePem: string; keyPem: string; password: string } | null;
}

/** Where the tracks of a camera were at `atUtcMs`, the clock that footage is filed under. An empty list clears the picture. */
export interface LiveBoxes {
  cameraId: string;
  atUtcMs: number;
  /** How long this holds: until the core looks again, at the latest. */
  holdMs: number;
  tracks: LiveTrack[];
  /** Everything until then was looked at: all that may be there. Null (or not said) when that is not known; only of cameras that hide objects. */
  present?: PresentThing[] | null;
}

/**
 * Commands of the live worker are those of the link: `live.offer`, `live.candidate`, `live.grant`, `live.close`,
 * `relay.open`, with the same input and output; `live.boxes` with `LiveBoxes`; and those of `door-messages.ts`. Events it emits:
 */
export type LiveWorkerEvent =
  /** The number of viewers changed; for health and for keeping sub streams warm. */
  | { type: 'live.viewers'; cameraId: string; viewers: number }
  | EndpointEvent
  /** A file that the store names is not there. */
  | { type: 'footage.missing'; path: string }
  /** Cameras whose boxes somebody looks at, all of them, whenever they changed. */
  | { type: 'live.boxesWatched'; cameraIds: string[] };
