import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { ModelSet } from '../models/inference.ts';
import { appearanceOf } from './appearance.ts';
import { sizesPerSecond, velocityOf } from './box-filter.ts';
import { footOf } from './box-geometry.ts';
import { describeAppearance, type Described } from './events/describe-appearance.ts';
import { EventRegistry } from './events/event-registry.ts';
import type { RegistryContext } from './events/event-registry.ts';
import { countsAt } from './counted-area.ts';
import type { EventFacts } from './events/event-facts.ts';
import { createPictureMemory } from './picture-memory.ts';
import { LookReports } from './look-reports.ts';
import { plateOf } from './votes/plate-votes.ts';
import type { LiveTrack, Look, PresentThing, Recogniser, RecogniserOutput, WhoIs } from './recogniser.ts';
import { findSightings } from './sightings.ts';
import { classOf, isMoving } from './tracks/track.ts';
import type { Track } from './tracks/track.ts';
import { hasLeft, isLeaving } from './tracks/track-verdict.ts';
import { placeOf, Tracker, type TrackChanges } from './tracks/tracker.ts';
import { visitZones } from './zone-visits.ts';

export interface RecogniserOptions {
  cameraId: string;
  settings: AnalysisSettings;
  models: ModelSet;
  output: RecogniserOutput;
  /** Ids of events, in rising order. */
  newId: () => string;
  /** Nobody is known unless given. */
  whoIs?: WhoIs;
}

/**
 * Share of the picture from which a thing is large enough to be an event; small things are what the tiles are for. A vehicle
 * is larger than a person at the same distance.
 */
const minArea = {
  whole: { person: 0.0032, animal: 0.0032, vehicle: 0.006 },
  tiles: { person: 0.0006, animal: 0.0006, vehicle: 0.0006 },
};

const timing = {
  /** What rests is looked at again after this long, for it may leave. */
  verifyMs: 3000,
  /** What was seen once is looked for so long: where something moves, and where nothing does. */
  doubtMs: 5000,
  stillDoubtMs: 1500,
  /** Where a thing is taken to be that a look did not find is told for so long; it is waited for longer. */
  coastMs: 1000,
};

/** Few cells that nothing explains are a reflection, not somebody; and who goes slowly is found again half a second later. */
const settled = { maxCells: 4, sizesPerSecond: 0.8 };

const isSteady = (track: Track): boolean =>
  hasLeft(track) || (track.misses === 0 && sizesPerSecond(track.filter) <= settled.sizesPerSecond && !isLeaving(track));

function isInDoubt(track: Track, nowUtcMs: number): boolean {
  const doubtMs = track.ownMotion > 0 || track.isNewArrival ? timing.doubtMs : timing.stillDoubtMs;
  return nowUtcMs - track.first.atUtcMs < doubtMs;
}

/** Makes the recogniser of one camera. Nothing is kept on disk: what it knows ends with it. */
export const createRecogniser = (options: RecogniserOptions): Recogniser => new CameraRecogniser(options);

class CameraRecogniser implements Recogniser {
  readonly #models: ModelSet;
  readonly #tracker = new Tracker();
  readonly #memory = createPictureMemory();
  readonly #registry: EventRegistry;
  readonly #output: RecogniserOutput;
  readonly #reports: LookReports;
  #isReporting = false;
  readonly #whoIs: WhoIs;
  #settings: AnalysisSettings;
  #aspect = 16 / 9;
  #nowUtcMs = 0;
  /** Rises with each end: a look that was under way then says nothing any more. */
  #era = 0;

  constructor(options: RecogniserOptions) {
    this.#models = options.models;
    this.#settings = options.settings;
    this.#output = options.output;
    this.#whoIs = options.whoIs ?? (() => null);
    this.#registry = new EventRegistry(options);
    this.#reports = new LookReports({
      idOf: (track) => this.#registry.factsOf(track).eventId,
      newId: options.newId,
    });
  }

  configure(settings: AnalysisSettings): void {
    this.#settings = settings;
    // Nobody looks for these any more, or there, so nothing would end them soon.
    const isOut = (track: Track): boolean =>
      !settings.objectsToScan.includes(classOf(track)) || !countsAt(settings, footOf(track.last.box));
    const isUnwanted = (track: Track): boolean => track.state === 'followed' && isOut(track);
    for (const track of this.#tracker.drop(isUnwanted)) this.#registry.end(track, this.#context());
  }

  setReporting(isReporting: boolean): void {
    if (!isReporting) this.#reports.forgetAll();
    this.#isReporting = isReporting;
  }

  async look(look: Look): Promise<void> {
    const { detector } = this.#models;
    const { image, atUtcMs } = look;
    this.#nowUtcMs = Math.max(this.#nowUtcMs, atUtcMs);
    if (detector === null || image.width === 0 || image.height === 0) return;
    this.#aspect = image.width / image.height;
    const settings = this.#settings;
    const era = this.#era;
    const sightings = await findSightings(detector, image, settings);
    if (era !== this.#era) return;
    const changes = this.#tracker.look(sightings, look.motion, {
      atUtcMs,
      minArea: settings.hasTiles ? minArea.tiles : minArea.whole,
      appearanceAt: (box) => appearanceOf(image, box),
      changeAt: (box) => this.#memory.changeAt(image, box),
    });
    if (!look.motion.isGlobal) this.#memory.keep(image);
    // Before it is described, which takes its time.
    if (this.#isReporting) this.#tell(changes.seen, look);
    const described = changes.seen
      .filter(({ track }) => track.state !== 'placed')
      .map((match) => ({ ...match, facts: this.#registry.factsOf(match.track) }));
    for (const { track, facts } of described)
      visitZones(facts.zones, settings.definedZones, { foot: footOf(track.last.box), utcMs: atUtcMs });
    for (const track of changes.ended) this.#registry.end(track, this.#context());
    try {
      await describeAppearance(described, look, { models: this.#models, settings, whoIs: this.#whoIs });
      if (this.#isReporting) this.#tellTraits(described, atUtcMs);
    } finally {
      // A model that fails costs attributes, never an event.
      this.#notify(changes.confirmed);
    }
  }

  tick(nowUtcMs: number): void {
    this.#nowUtcMs = Math.max(this.#nowUtcMs, nowUtcMs);
    for (const track of this.#tracker.expire(this.#nowUtcMs)) this.#registry.end(track, this.#context());
    this.#registry.keepOnly(this.#tracker.tracks);
  }

  isSettled(): boolean {
    if (this.#tracker.unexplainedCells > settled.maxCells) return false;
    const tracks = this.#tracker.tracks.filter((track) => track.state !== 'placed');
    return (
      tracks.some((track) => track.state === 'followed') &&
      tracks.every((track) => (track.state === 'followed' ? isSteady(track) : !isInDoubt(track, this.#nowUtcMs)))
    );
  }

  wantsInferences(): boolean {
    return this.#tracker.tracks.some((track) => {
      if (track.state === 'placed') return false;
      if (track.state === 'tentative') return isInDoubt(track, this.#nowUtcMs);
      if (hasLeft(track)) return false;
      return isMoving(track) || track.misses > 0 || this.#nowUtcMs - track.last.atUtcMs >= timing.verifyMs;
    });
  }

  tracks(): LiveTrack[] {
    const tracks = this.#followed().map((track) =>
      liveTrack(track, this.#registry.factsOf(track), { settings: this.#settings, nowUtcMs: this.#nowUtcMs }),
    );
    return tracks.filter(({ coastingMs }) => coastingMs === null || coastingMs < timing.coastMs);
  }

  present(): PresentThing[] {
    return this.#tracker.tracks.map((track) => ({ class: classOf(track), box: placeOf(track) }));
  }

  openCount(): number {
    return this.#followed().length;
  }

  close(nowUtcMs: number): void {
    this.#nowUtcMs = Math.max(this.#nowUtcMs, nowUtcMs);
    for (const track of this.#followed()) this.#registry.end(track, this.#context());
    this.#tracker.clear();
    this.#reports.forgetAll();
    this.#registry.keepOnly([]);
    // What comes may be from an earlier time: the clock was set.
    this.#nowUtcMs = 0;
    this.#era += 1;
  }

  #tell(seen: TrackChanges['seen'], { motion, atUtcMs }: Look): void {
    this.#output.look?.(this.#reports.look({ seen, tracks: this.#tracker.tracks, motion, atUtcMs }));
  }

  #tellTraits(described: readonly Described[], atUtcMs: number): void {
    const { readsPlates: plates, comparesFaces: faces } = this.#settings;
    const traits = this.#reports.traits(described, { atUtcMs, asks: { plates, faces } });
    if (traits !== null) this.#output.traits?.(traits);
  }

  /** All may have been ended meanwhile: only what is still followed is told. */
  #notify(confirmed: readonly Track[]): void {
    const context = this.#context();
    for (const track of this.#followed()) {
      if (confirmed.includes(track)) this.#registry.open(track, context);
      else if (this.#registry.follow(track, context)) this.#tracker.place(track);
    }
    this.#registry.keepOnly(this.#tracker.tracks);
  }

  #followed(): Track[] {
    return this.#tracker.tracks.filter((track) => track.state === 'followed');
  }

  #context(): RegistryContext {
    return { nowUtcMs: this.#nowUtcMs, settings: this.#settings, aspect: this.#aspect };
  }
}

function liveTrack(
  track: Track,
  facts: EventFacts,
  { settings, nowUtcMs }: Pick<RegistryContext, 'settings' | 'nowUtcMs'>,
): LiveTrack {
  return {
    eventId: facts.eventId,
    class: classOf(track),
    box: placeOf(track),
    velocity: isMoving(track) ? velocityOf(track.filter) : { x: 0, y: 0 },
    score: track.lastScore,
    plate: settings.readsPlates ? (plateOf(facts.plate)?.text ?? null) : null,
    isStationary: facts.isStationary,
    coastingMs: track.missedSinceUtcMs === null ? null : nowUtcMs - track.missedSinceUtcMs,
  };
}
