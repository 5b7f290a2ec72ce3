import type { SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import type { ModelStatus } from '@sightline/contracts/analysis/analysis';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { EventReport, ThumbnailKind } from '@sightline/contracts/events/event';
import type { DoorsTold, WatchedDoor } from '../recognise/doors/door-messages.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import type { LiveTrack, PresentThing } from '../recognise/recogniser.ts';
import type { Activity, ActivityKind } from './activity-watch.ts';
import type { ToldFact } from '@sightline/domain/rules/told-fact';

/** A camera as the decode worker knows it: its streams, in no order, what to look for, and what it hides. */
export interface AnalysedCamera {
  cameraId: string;
  streams: { streamId: string; kind: 'main' | 'sub' }[];
  settings: AnalysisSettings;
  /** Only footage with this is wanted: the worker says when there is any. */
  records?: ActivityKind | null;
  privacy?: CameraPrivacy | null;
  /** There are rules on what happens in it: the worker tells what they are judged by. */
  isJudged?: boolean;
  /** Where it is: people may be known at some locations only. */
  locationId?: string | null;
  /** There are rules on what only a model of its own recognises. */
  spots?: readonly SpotTask[];
  /** Its doors. */
  doors?: readonly WatchedDoor[];
}

/** Main → decode worker, the whole wanted state each time. The cameras of a core may be spread over several workers. */
export interface DecodeWorkerConfig {
  /** Unix socket of the media bus. */
  busSocketPath: string;
  /** Folder of footage; the motion index lies in `motion` below it. */
  volume: string;
  /** Id that its disk bears; null or absent: whatever lies there is used. */
  mark?: string | null;
  /** Folder of what cameras usually show; null or absent: nothing is kept of it. */
  viewsFolder?: string | null;
  /** Folder of the built-in model packs. */
  modelsFolder: string;
  /** Folder of folders with packs of the operator, or null. */
  operatorModelsFolder: string | null;
  cameras: AnalysedCamera[];
  /** Cameras whose boxes somebody looks at now. */
  watchedCameraIds: string[];
  /** The worker shares a file for `WorkMarks` with its parent. */
  hasMarks?: boolean;
  /** Share of one processor core that inference of this worker may take, 0..1; 0.6 unless said. */
  inferenceBudgetShare?: number;
  /** Looks per second at what moves, per camera; 5 unless said. Holds for cameras that are new. */
  maxInferencesPerSecond?: number;
}

/**
 * Commands of the decode worker: `analysis.status` (no input, answers `AnalysisStatus` of its own cameras and models),
 * `models.reload` (no input, answers `{}`: packs were installed or changed), `gallery.put` (a `GalleryPart`, answers `{}`) and
 * `faces.describe` (a whole picture as `{ bytes }`, base64, answers `FoundFaces`). Events it emits:
 */
export type DecodeWorkerEvent =
  /** A revision of an event; revisions of one event rise. */
  | { type: 'event'; report: EventReport }
  /** A picture of an event, newer ones replace older ones of the same kind. JPEG, at most 480 pixels wide and 90 KB. */
  | {
      type: 'picture';
      eventId: string;
      cameraId: string;
      startedAtUtcMs: number;
      kind: ThumbnailKind;
      jpeg: Uint8Array;
    }
  /** Where tracks were when the picture of `atUtcMs` arrived, by which live pictures are placed, and for how long that holds; only of watched cameras. `present`: everything until then was looked at, and all that may be there; null (or not said): that is not known, or nobody must know. */
  | {
      type: 'boxes';
      cameraId: string;
      atUtcMs: number;
      tracks: LiveTrack[];
      holdMs: number;
      present?: PresentThing[] | null;
    }
  /** What rules are judged by, of cameras that are judged. */
  | { type: 'facts'; cameraId: string; facts: ToldFact[] }
  /** How its doors are, and places that seem to be doors. */
  | { type: 'doors'; cameraId: string; told: DoorsTold }
  /** Of cameras with `records`: what the pictures since the last one held; about twice a second. */
  | ({ type: 'activity'; cameraId: string } & Activity)
  /** The packs, whenever one of them changed. */
  | { type: 'models'; statuses: ModelStatus[] }
  /**
   * What this worker can do, whenever it changed: `motion`, `tampering` and `analyse` with a decoder; `detect:<modelId>`,
   * `faceDetect:<modelId>`, `faceEmbed:<modelId>`, `textRead:<modelId>` per active model.
   */
  | { type: 'capabilities'; list: string[] };
