import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Event, EventPhase, EventReport } from '@sightline/contracts/events/event';
import { appearanceModelId, encodeVector } from '../appearance.ts';
import { clipBox } from '../box-geometry.ts';
import { pathOf } from './box-path.ts';
import { coloursOf } from '../votes/colour-votes.ts';
import type { EventFacts } from './event-facts.ts';
import { faceOf, faceVectorOf } from '../votes/face-votes.ts';
import { headingOf, speedOf } from '../tracks/movement.ts';
import { plateOf } from '../votes/plate-votes.ts';
import { classOf, labelOf, modelOf, seenUntilUtcMs } from '../tracks/track.ts';
import type { Track } from '../tracks/track.ts';
import { severityOf } from '../zone-visits.ts';

/** What a report is made from. */
export interface EventSource {
  cameraId: string;
  settings: AnalysisSettings;
  /** Width by height of the picture. */
  aspect: number;
  track: Track;
  facts: EventFacts;
}

/** The event as known now, as its next revision; counts the revision. */
export function reportOf(source: EventSource, phase: EventPhase): EventReport {
  const { track, facts, aspect } = source;
  facts.revision += 1;
  const points = track.points.filter((point) => point.atUtcMs >= facts.startedAtUtcMs);
  const lastSeenUtcMs = Math.max(facts.startedAtUtcMs, seenUntilUtcMs(track));
  return {
    schemaVersion: 1,
    eventId: facts.eventId,
    cameraId: source.cameraId,
    class: classOf(track),
    subtype: labelOf(track)?.slice(0, 40) ?? null,
    phase,
    severity: severityOf(facts.zones, source.settings.definedZones),
    score: Math.min(1, Math.max(0, track.bestScore)),
    modelId: modelOf(track),
    startedAtUtcMs: facts.startedAtUtcMs,
    lastSeenUtcMs,
    endedAtUtcMs: phase === 'closed' ? lastSeenUtcMs : null,
    continuesId: facts.continuesId,
    isStationary: facts.isStationary,
    dwellMs: Math.min(660_000, lastSeenUtcMs - facts.startedAtUtcMs),
    heading: headingOf(points, aspect),
    speed: speedOf(points, aspect),
    motionLevel: facts.motionLevel,
    best: bestOf(track, facts),
    colours: coloursOf(facts.colours).filter(({ part }) => (part === 'body') === (classOf(track) !== 'person')),
    // What was learnt while it was allowed stays here once it is not.
    plate: source.settings.readsPlates ? plateOf(facts.plate) : null,
    face: source.settings.comparesFaces ? faceOf(facts.faces) : null,
    revision: facts.revision,
    path: pathOf(points, facts.startedAtUtcMs),
    zones: facts.zones.visits.map((visit) => ({ ...visit })),
    vectors: vectorsOf(source),
    identity: identityOf(source),
    // The core says which, who knows the plates.
    vehicle: null,
  };
}

/** Who it is, as long as that is allowed and the face is told of. */
function identityOf({ facts, settings }: EventSource): EventReport['identity'] {
  return settings.comparesFaces && faceVectorOf(facts.faces) !== null ? facts.identity : null;
}

function bestOf(track: Track, facts: EventFacts): Event['best'] {
  const picture = facts.pictures.get('object');
  return picture
    ? { atUtcMs: picture.atUtcMs, box: clipBox(picture.box) }
    : { atUtcMs: track.last.atUtcMs, box: clipBox(track.last.box) };
}

function vectorsOf({ track, facts, settings }: EventSource): EventReport['vectors'] {
  const vectors: EventReport['vectors'] = [
    { kind: 'appearance', modelId: appearanceModelId, values: encodeVector(track.appearance) },
  ];
  const face = settings.comparesFaces ? faceVectorOf(facts.faces) : null;
  if (face) vectors.push({ kind: 'face', modelId: face.modelId, values: encodeVector(face.vector) });
  return vectors;
}

/** Everything that is worth a revision when it changes; path and dwell follow with time. */
export function keyOf({ track, facts, settings }: EventSource): string {
  const colours = coloursOf(facts.colours).map(({ part, colour }) => `${part}:${colour}`);
  const zones = facts.zones.visits.map((visit) => `${visit.zoneId}${visit.leftAtUtcMs === null ? '+' : '-'}`);
  const face = !settings.comparesFaces || faceOf(facts.faces) === null ? undefined : facts.faces.best[0];
  return [
    classOf(track),
    labelOf(track),
    severityOf(facts.zones, settings.definedZones),
    facts.isStationary,
    settings.readsPlates ? plateOf(facts.plate)?.text : undefined,
    face === undefined ? 'no face' : face.features === null ? 'face' : 'vector',
    settings.comparesFaces ? facts.identity?.personId : undefined,
    ...zones,
    ...colours.toSorted(),
  ].join('|');
}
