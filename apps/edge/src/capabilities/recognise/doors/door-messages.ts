import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';

/** A saved door as the decode worker watches it. */
export interface WatchedDoor {
  doorId: string;
  area: PicturePoint[];
  /** Signatures, base64; null: they are to be gathered. */
  looks: { closed: string; open: string } | null;
}

/** How a door is since when. */
export interface SeenDoor {
  doorId: string;
  /** `gone`: it is not watched any more. */
  state: DoorPosition | 'gone';
  sinceUtcMs: number;
}

/** One look of a door with the picture that shows it. */
export interface SeenLook {
  /** Base64. */
  signature: string;
  jpeg: Uint8Array;
  atUtcMs: number;
}

/** What is told of the doors of a camera. */
export type DoorsTold =
  /** How they are; also again every few seconds, as long as somebody looks. */
  | { kind: 'states'; atUtcMs: number; doors: SeenDoor[] }
  /** A place that seems to be a door, or the looks of the door of this id; the more usual look first. */
  | { kind: 'found'; atUtcMs: number; doorId: string | null; area: PicturePoint[]; looks: [SeenLook, SeenLook] };
