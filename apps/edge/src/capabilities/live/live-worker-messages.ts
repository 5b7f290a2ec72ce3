import type { WatchableCamera } from '../privacy/watchable-camera.ts';
import type { EndpointEvent, EndpointSecrets } from '../local/endpoint-messages.ts';

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
  door?: EndpointSecrets | null;
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
