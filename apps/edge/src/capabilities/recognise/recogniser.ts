import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Box, EventClass, EventReport, ThumbnailKind } from '@sightline/contracts/events/event';
import type { FaceMatch } from '@sightline/domain/people/face-match';
import type { LookFact, TraitsFact } from '@sightline/domain/rules/facts';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';

/** Motion between the picture before and this one, on the grid of 16 columns and 9 rows. */
export interface MotionPicture {
  /** 0-255. */
  level: number;
  /** 144 values 0-255, row by row: how much each cell changed. */
  cells: Uint8Array;
  /** The whole picture changed at once (exposure, day and night, camera moved): not motion of a thing. */
  isGlobal: boolean;
}

/** A decoded picture to look at. */
export interface Look {
  image: RgbImage;
  /** Capture clock, UTC ms: the one that footage is filed under. */
  atUtcMs: number;
  motion: MotionPicture;
}

/** Where tracks are now, for boxes over the live picture. */
export interface LiveTrack {
  eventId: string;
  class: EventClass;
  box: Box;
  /** Fractions of the picture per second. */
  velocity: { x: number; y: number };
  score: number;
  plate: string | null;
  isStationary: boolean;
  /** Null: the last look found it. Else ms since the first look that did not; `box` is where it is taken to be. */
  coastingMs: number | null;
}

/** Something that a look found and that may still be there, whether or not it is believed to be an event. */
export interface PresentThing {
  class: EventClass;
  box: Box;
}

/** A picture of an event, cut from what was analysed. `rgb` is encoded by the receiver. */
export interface EventPicture {
  eventId: string;
  startedAtUtcMs: number;
  kind: ThumbnailKind;
  image: RgbImage;
  /** What part of the camera's picture it shows. */
  part: Box;
}

/** A look as rules are judged by it; the number is given to it where the facts of a camera come together. */
export type ToldLook = Omit<LookFact, 'sequence'>;

/** What became known by a look of those that it saw, likewise. */
export type ToldTraits = Omit<TraitsFact, 'sequence'>;

/** Who somebody with this face is; null: nobody who is known. `threshold`: cosine from which two faces of the model are the same. */
export type WhoIs = (face: { modelId: string; vector: Float32Array }, threshold: number) => FaceMatch | null;

/** What a recogniser tells: revisions in rising order per event, pictures whenever a better one is there. */
export interface RecogniserOutput {
  report: (event: EventReport) => void;
  picture: (picture: EventPicture) => void;
  /** What a look found, as rules are judged by it; only while it is asked for. */
  look?: (look: ToldLook) => void;
  /** What became known by it, after the look itself. */
  traits?: (traits: ToldTraits) => void;
}

/** Follows what moves through one camera's picture and makes events of it. */
export interface Recogniser {
  /** New settings, at once. */
  configure(settings: AnalysisSettings): void;
  /** Whether looks are told from now on. */
  setReporting(isReporting: boolean): void;
  /** Looks at a picture: detects, follows, describes. Calls never overlap. */
  look(look: Look): Promise<void>;
  /** Time passes without a look (nothing moves, or no picture): what is gone for long enough is closed. */
  tick(nowUtcMs: number): void;
  /** Whether something is being followed that still moves: asks for a high rate. */
  wantsInferences(): boolean;
  /** Whether the last look explained all that moves, and what moves goes slowly: then a few looks a second do. */
  isSettled(): boolean;
  tracks(): LiveTrack[];
  /** Everything that may be there, also what was seen once and what has stood there from the beginning: for whoever must miss nothing. */
  present(): PresentThing[];
  openCount(): number;
  /** Ends every track (camera removed, switched off, process stopping). */
  close(nowUtcMs: number): void;
}
