import type { Box, ThumbnailKind } from '@sightline/contracts/events/event';
import type { FaceMatch } from '@sightline/domain/people/face-match';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import type { ColourVotes } from '../votes/colour-votes.ts';
import type { FaceVotes } from '../votes/face-votes.ts';
import type { PlateVotes } from '../votes/plate-votes.ts';
import { startZones } from '../zone-visits.ts';
import type { ZoneState } from '../zone-visits.ts';

/** The best picture of one kind so far; cut out at once, for the whole picture is gone after the look. */
export interface BestPicture {
  image: RgbImage;
  /** What part of the camera's picture it shows. */
  part: Box;
  quality: number;
  atUtcMs: number;
  box: Box;
  isSent: boolean;
}

/** What is known of a track beyond where it is: gathered from the first sight on, told once it is an event. */
export interface EventFacts {
  eventId: string;
  continuesId: string | null;
  startedAtUtcMs: number;
  revision: number;
  /** What was told last, and when. */
  toldKey: string;
  toldAtUtcMs: number;
  motionLevel: number;
  isStationary: boolean;
  zones: ZoneState;
  colours: ColourVotes;
  plate: PlateVotes;
  faces: FaceVotes;
  /** Who it is, by the gallery; null: nobody who is known, or not compared. */
  identity: FaceMatch | null;
  /** When attributes of each sort were looked at last; 0 before. */
  describedAtUtcMs: number;
  facesAtUtcMs: number;
  plateAtUtcMs: number;
  plateReads: number;
  /** How well the vehicle was seen at the last reading. */
  plateQuality: number;
  /** Where on the vehicle a plate was read last, in fractions of its box. */
  plateWithin: Box | null;
  pictures: Map<ThumbnailKind, BestPicture>;
  sentKinds: Set<ThumbnailKind>;
  picturesSent: number;
  pictureSentAtUtcMs: number;
}

export const startFacts = (eventId: string, startedAtUtcMs: number): EventFacts => ({
  eventId,
  continuesId: null,
  startedAtUtcMs,
  revision: 0,
  toldKey: '',
  toldAtUtcMs: 0,
  motionLevel: 0,
  isStationary: false,
  zones: startZones(),
  colours: new Map(),
  plate: { readings: [] },
  faces: { best: [], sights: 0, detections: 0, embeddings: 0 },
  identity: null,
  describedAtUtcMs: 0,
  facesAtUtcMs: 0,
  plateAtUtcMs: 0,
  plateReads: 0,
  plateQuality: 0,
  plateWithin: null,
  pictures: new Map(),
  sentKinds: new Set(),
  picturesSent: 0,
  pictureSentAtUtcMs: 0,
});

/** The facts of the event that goes on where another was cut: what is known of the thing stays known. */
export function continueFacts(facts: EventFacts, eventId: string, startedAtUtcMs: number): EventFacts {
  const inside = facts.zones.visits
    .filter((visit) => visit.leftAtUtcMs === null)
    .map((visit) => ({ ...visit, enteredAtUtcMs: startedAtUtcMs }));
  return {
    ...facts,
    eventId,
    continuesId: facts.eventId,
    startedAtUtcMs,
    revision: 0,
    toldKey: '',
    toldAtUtcMs: 0,
    motionLevel: 0,
    zones: { visits: inside, doubts: new Map() },
    // The best moment of an event lies within it: the server refuses another, and the next look gives a picture.
    pictures: new Map(
      [...facts.pictures]
        .filter(([kind]) => kind !== 'object')
        .map(([kind, picture]) => [kind, { ...picture, isSent: false }]),
    ),
    sentKinds: new Set(),
    picturesSent: 0,
    pictureSentAtUtcMs: 0,
  };
}
