import type { SpotTask, SpotWord } from '@sightline/contracts/analysis/spot-tasks';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import type { Box, EventClass, EventColour } from '@sightline/contracts/events/event';
import type { PictureVitals } from './pictures/picture-vitals.ts';

/** One sight of a track. `box` is as measured, in fractions of the picture. */
export interface SeenBox {
  atUtcMs: number;
  box: Box;
  /** 0-1. */
  score: number;
  /** Share 0-1 of the motion cells under it that moved. */
  movedShare: number;
}

/** A confirmed track in one picture. */
export interface Sight extends SeenBox {
  trackId: string;
  class: EventClass;
  /** It has come to rest, or stands where it stood since it was seen first. */
  isResting: boolean;
  /** With the first sight of a track only: what it was before it was confirmed, oldest first. */
  past?: readonly SeenBox[];
  /** With the first sight only: the track that was cut by its length, of the same thing. */
  continuesId?: string;
}

/** `left`: over the edge of the picture. `lost`: nobody knows where it went. `cut`: the picture became another one. */
export type TrackEnd = 'left' | 'lost' | 'cut';

/** What a camera's detector and tracker made of one picture. */
export interface LookFact {
  kind: 'look';
  /** Grows with every fact of the camera: the same number twice is the same fact. */
  sequence: number;
  atUtcMs: number;
  sights: readonly Sight[];
  ended: readonly { trackId: string; reason: TrackEnd }[];
}

/** What moved in one whole second. */
export interface MotionFact {
  kind: 'motion';
  sequence: number;
  /** End of the second. */
  atUtcMs: number;
  /** Strength 0-255 of each cell of the 16 by 9 grid, row by row from the top left. */
  levels: ArrayLike<number>;
  /** The light or the whole picture changed: nothing is known of single cells. */
  isGlobal: boolean;
}

/** What a picture is beside what its camera usually shows; told when that becomes otherwise, and every few seconds. */
export interface PictureFact {
  kind: 'picture';
  sequence: number;
  atUtcMs: number;
  vitals: PictureVitals;
}

/** How a door is seen to be, since when; told when that becomes otherwise, and every few seconds. */
export interface DoorSeenFact {
  kind: 'doorSeen';
  sequence: number;
  atUtcMs: number;
  doorId: string;
  /** `gone`: nobody watches it any more. */
  state: DoorPosition | 'gone';
  sinceUtcMs: number;
}

/** What a model of its own recognised in a picture that was looked at; also when that is nothing. */
export interface SpotsFact {
  kind: 'spots';
  sequence: number;
  atUtcMs: number;
  task: SpotTask;
  /** `text`: what was read there, of models that find something to read. */
  found: readonly { word: SpotWord; box: Box; score: number; text?: string }[];
}

/** What is known of somebody beside where they are. */
export interface Traits {
  /** `reads`: how many readings agree, 1-10. */
  plate: { text: string; score: number; reads: number } | null;
  /** How often a face was found, 1-5, and the score of the best one. `personId`: who it is, null for nobody who is known; absent where it was not compared. */
  face: { sights: number; score: number; personId?: string | null } | null;
  colours: readonly EventColour[];
}

/** What became known of tracks by a look, all of it that is known. */
export interface TraitsFact {
  kind: 'traits';
  sequence: number;
  atUtcMs: number;
  of: readonly (Traits & { trackId: string })[];
}

/** From now on nobody looks; the next look ends it. */
export interface BlindFact {
  kind: 'blind';
  sequence: number;
  atUtcMs: number;
}

/** Nothing new, but time went on: what is due is told now and not with the next look. */
interface TickFact {
  kind: 'tick';
  atUtcMs: number;
}

/** Whether the rule may alert changes: armed by a person or a schedule of arming, silenced for a time, or its camera is. */
export interface GateFact {
  kind: 'gate';
  sequence: number;
  ruleId: string;
  atUtcMs: number;
  isArmed: boolean;
  isSnoozed: boolean;
  /** The camera is muted. */
  isMuted: boolean;
}

/** What the rules of one camera are told, in the order of `sequence`. */
export type CameraFact =
  | LookFact
  | MotionFact
  | PictureFact
  | DoorSeenFact
  | SpotsFact
  | TraitsFact
  | BlindFact
  | TickFact
  | GateFact;
