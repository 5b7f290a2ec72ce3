import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { EventPhase } from '@sightline/contracts/events/event';
import type { ModelSet } from '../models/inference.ts';
import { appearanceOf } from './appearance.ts';
import { sendPictures } from './best-pictures.ts';
import { velocityOf } from './box-filter.ts';
import { footOf } from './box-geometry.ts';
import { simplifyPoints } from './box-path.ts';
import { describeLook } from './describe-looks.ts';
import { keyOf, reportOf } from './event-building.ts';
import { continueFacts, startFacts } from './event-facts.ts';
import type { EventFacts } from './event-facts.ts';
import { createPictureMemory } from './picture-memory.ts';
import { plateOf } from './plate-votes.ts';
import type { Look, LiveTrack, Recogniser, RecogniserOutput } from './recogniser.ts';
import { findSightings } from './sightings.ts';
import { classOf, isMoving, restMs } from './track.ts';
import type { Track } from './track.ts';
import { createTracker, placeOf } from './tracker.ts';
import { leaveZones, visitZones } from './zone-visits.ts';

export interface RecogniserOptions {
  cameraId: string;
  settings: AnalysisSettings;
  models: ModelSet;
  output: RecogniserOutput;
  /** Ids of events, in rising order. */
  newId: () => string;
}

const timing = {
  /** Revisions of one event are at least this far apart. */
  tellEveryMs: 1000,
  /** Path and dwell alone are told this often: while it moves, and while it rests. */
  refreshMovingMs: 4000,
  refreshRestingMs: 15_000,
  /** A longer track is cut. */
  cutAfterMs: 600_000,
  /** At rest for so long: it says so. */
  stationaryVehicleMs: 5000,
  stationaryOtherMs: 12_000,
  /** A vehicle at rest for so long is parked: its event ends, its place is remembered. */
  parkedMs: 60_000,
  /** What rests is looked at again after this long, for it may leave. */
  verifyMs: 3000,
  /** Where an unseen thing is taken to be is shown for so long. */
  showUnseenMs: 1200,
};

/** Share of the picture from which a thing is large enough to be an event; small things are what the tiles are for. */
const leastArea = { whole: 0.0032, tiles: 0.0006 };

/** Raw points beyond this number are simplified, so that a track of ten minutes stays small. */
const mostPoints = 600;

/** Makes the recogniser of one camera. Nothing is kept on disk: what it knows ends with it. */
export function createRecogniser(options: RecogniserOptions): Recogniser {
  const { cameraId, models, output, newId } = options;
  let { settings } = options;
  const tracker = createTracker();
  const memory = createPictureMemory();
  const factsOf = new Map<number, EventFacts>();
  let aspect = 16 / 9;
  let nowUtcMs = 0;

  const tell = (track: Track, facts: EventFacts, phase: EventPhase): void => {
    const source = { cameraId, settings, aspect, track, facts };
    facts.toldKey = keyOf(source);
    facts.toldAtUtcMs = nowUtcMs;
    output.report(reportOf(source, phase));
  };

  const open = (track: Track): void => {
    const facts = factsFor(track);
    tell(track, facts, 'opened');
    sendPictures(facts, output, { utcMs: nowUtcMs, isLast: false });
  };

  const end = (track: Track): void => {
    const facts = factsOf.get(track.key);
    factsOf.delete(track.key);
    if (facts === undefined) return;
    leaveZones(facts.zones, track.last.atUtcMs);
    sendPictures(facts, output, { utcMs: nowUtcMs, isLast: true });
    tell(track, facts, 'closed');
  };

  const factsFor = (track: Track): EventFacts => {
    const known = factsOf.get(track.key);
    if (known) return known;
    const facts = startFacts(newId(), track.first.atUtcMs);
    factsOf.set(track.key, facts);
    return facts;
  };

  const cut = (track: Track, facts: EventFacts): EventFacts => {
    end(track);
    const next = continueFacts(facts, newId(), track.last.atUtcMs);
    factsOf.set(track.key, next);
    track.points = [track.last];
    tell(track, next, 'opened');
    return next;
  };

  /** What becomes of a followed thing that was looked for just now. */
  const follow = (track: Track): void => {
    let facts = factsFor(track);
    if (track.last.atUtcMs - facts.startedAtUtcMs >= timing.cutAfterMs) facts = cut(track, facts);
    if (track.points.length > mostPoints) track.points = simplifyPoints(track.points);
    const isVehicle = classOf(track) === 'vehicle';
    facts.isStationary = restMs(track) >= (isVehicle ? timing.stationaryVehicleMs : timing.stationaryOtherMs);
    if (isVehicle && restMs(track) >= timing.parkedMs) {
      end(track);
      tracker.place(track);
      return;
    }
    const sinceMs = nowUtcMs - facts.toldAtUtcMs;
    const isChanged = sinceMs >= timing.tellEveryMs && keyOf({ cameraId, settings, aspect, track, facts }) !== facts.toldKey;
    const isDue = track.misses === 0 && sinceMs >= (isMoving(track) ? timing.refreshMovingMs : timing.refreshRestingMs);
    if (isChanged || isDue) tell(track, facts, 'updated');
    sendPictures(facts, output, { utcMs: nowUtcMs, isLast: false });
  };

  const forgetUntracked = (): void => {
    const alive = new Set(tracker.tracks().map((track) => track.key));
    for (const key of factsOf.keys()) if (!alive.has(key)) factsOf.delete(key);
  };

  const followed = (): Track[] => tracker.tracks().filter((track) => track.state === 'followed');

  return {
    configure(next) {
      settings = next;
    },
    async look(look: Look) {
      const { detector } = models;
      nowUtcMs = Math.max(nowUtcMs, look.atUtcMs);
      if (detector === null || look.image.width === 0 || look.image.height === 0) return;
      aspect = look.image.width / look.image.height;
      const sightings = await findSightings(detector, look.image, settings);
      const { seen, confirmed, ended } = tracker.look(sightings, look.motion, {
        atUtcMs: look.atUtcMs,
        leastArea: settings.hasTiles ? leastArea.tiles : leastArea.whole,
        appearanceAt: (box) => appearanceOf(look.image, box),
        changeAt: (box) => memory.changeAt(look.image, box),
      });
      if (!look.motion.isGlobal) memory.keep(look.image);
      const described = seen.filter(({ track }) => track.state !== 'placed').map((match) => ({ ...match, facts: factsFor(match.track) }));
      for (const { track, facts } of described) visitZones(facts.zones, settings.definedZones, { foot: footOf(track.last.box), utcMs: look.atUtcMs });
      await describeLook(described, look, { models, settings });
      for (const track of ended) end(track);
      for (const track of confirmed) open(track);
      for (const track of followed()) if (!confirmed.includes(track)) follow(track);
      forgetUntracked();
    },
    tick(utcMs) {
      nowUtcMs = Math.max(nowUtcMs, utcMs);
      for (const track of tracker.expire(nowUtcMs)) end(track);
      forgetUntracked();
    },
    wantsLooks: () =>
      tracker.tracks().some((track) => {
        if (track.state === 'placed') return false;
        if (track.state === 'tentative') return nowUtcMs - track.first.atUtcMs < 5000;
        return isMoving(track) || track.misses > 0 || nowUtcMs - track.last.atUtcMs >= timing.verifyMs;
      }),
    tracks: () =>
      followed()
        .filter((track) => nowUtcMs - track.last.atUtcMs <= timing.showUnseenMs || !isMoving(track))
        .map((track) => liveTrack(track, factsFor(track))),
    openCount: () => followed().length,
    close(utcMs) {
      nowUtcMs = Math.max(nowUtcMs, utcMs);
      for (const track of followed()) end(track);
      factsOf.clear();
      tracker.clear();
    },
  };
}

function liveTrack(track: Track, facts: EventFacts): LiveTrack {
  const isAtRest = !isMoving(track);
  return {
    eventId: facts.eventId,
    class: classOf(track),
    box: placeOf(track),
    velocity: isAtRest ? { x: 0, y: 0 } : velocityOf(track.filter),
    score: track.lastScore,
    plate: plateOf(facts.plate)?.text ?? null,
    isStationary: facts.isStationary,
  };
}
