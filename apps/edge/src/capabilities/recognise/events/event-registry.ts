import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { EventPhase } from '@sightline/contracts/events/event';
import { sendPictures } from './best-pictures.ts';
import { simplifyPoints } from './box-path.ts';
import { keyOf, reportOf } from './event-building.ts';
import type { EventSource } from './event-building.ts';
import { continueFacts, startFacts } from './event-facts.ts';
import type { EventFacts } from './event-facts.ts';
import type { RecogniserOutput } from '../recogniser.ts';
import { classOf, isAtRest, isMoving, restMs, seenUntilUtcMs } from '../tracks/track.ts';
import type { Track } from '../tracks/track.ts';
import { leaveZones } from '../zone-visits.ts';

export interface EventRegistryOptions {
  cameraId: string;
  output: RecogniserOutput;
  newId: () => string;
}

/** What holds for a look: settings and the picture's proportions may change with the next one. */
export interface RegistryContext {
  nowUtcMs: number;
  settings: AnalysisSettings;
  /** Width by height of the picture. */
  aspect: number;
}

const timing = {
  /** Revisions of one event are at least this far apart. */
  notifyEveryMs: 1000,
  /** Path and dwell alone are told this often: while it moves, and while it rests. */
  refreshMovingMs: 4000,
  refreshRestingMs: 15_000,
  /** A longer track is cut. */
  cutAfterMs: 600_000,
  /** A vehicle at rest for so long is parked: its event ends, its place is remembered. */
  parkedMs: 60_000,
};

/** Raw points beyond this number are simplified, so that a track of ten minutes stays small. */
const maxPoints = 600;

/** Keeps what is known of each track and tells it as events. */
export class EventRegistry {
  readonly #options: EventRegistryOptions;
  readonly #factsByKey = new Map<number, EventFacts>();

  constructor(options: EventRegistryOptions) {
    this.#options = options;
  }

  /** Facts are gathered from the first sight on, long before it is known whether there will be an event. */
  factsOf(track: Track): EventFacts {
    const known = this.#factsByKey.get(track.key);
    if (known) return known;
    const facts = startFacts(this.#options.newId(), track.first.atUtcMs);
    this.#factsByKey.set(track.key, facts);
    return facts;
  }

  open(track: Track, context: RegistryContext): void {
    const facts = this.factsOf(track);
    this.#notify(track, { facts, phase: 'opened', context });
    sendPictures(facts, this.#options.output, { utcMs: context.nowUtcMs, isLast: false, settings: context.settings });
  }

  /** What becomes of a followed thing that was looked for just now; true when it is parked for good and its event has ended. */
  follow(track: Track, context: RegistryContext): boolean {
    let facts = this.factsOf(track);
    if (track.last.atUtcMs - facts.startedAtUtcMs >= timing.cutAfterMs) facts = this.#cut(track, context);
    if (track.points.length > maxPoints) track.points = simplifyPoints(track.points);
    facts.isStationary = isAtRest(track);
    if (classOf(track) === 'vehicle' && restMs(track) >= timing.parkedMs) {
      this.end(track, context);
      return true;
    }
    const sinceMs = context.nowUtcMs - facts.toldAtUtcMs;
    const isChanged = sinceMs >= timing.notifyEveryMs && keyOf(this.#sourceOf(track, facts, context)) !== facts.toldKey;
    const isDue = track.misses === 0 && sinceMs >= (isMoving(track) ? timing.refreshMovingMs : timing.refreshRestingMs);
    if (isChanged || isDue) this.#notify(track, { facts, phase: 'updated', context });
    sendPictures(facts, this.#options.output, { utcMs: context.nowUtcMs, isLast: false, settings: context.settings });
    return false;
  }

  /** The event ended when the thing was seen last, however long it was waited for since. */
  end(track: Track, context: RegistryContext): void {
    const facts = this.#factsByKey.get(track.key);
    this.#factsByKey.delete(track.key);
    if (facts === undefined) return;
    leaveZones(facts.zones, seenUntilUtcMs(track));
    sendPictures(facts, this.#options.output, { utcMs: context.nowUtcMs, isLast: true, settings: context.settings });
    this.#notify(track, { facts, phase: 'closed', context });
  }

  /** Forgets what was gathered of tracks that came to nothing. */
  keepOnly(tracks: readonly Track[]): void {
    const alive = new Set(tracks.map((track) => track.key));
    for (const key of this.#factsByKey.keys()) if (!alive.has(key)) this.#factsByKey.delete(key);
  }

  #cut(track: Track, context: RegistryContext): EventFacts {
    const facts = this.factsOf(track);
    this.end(track, context);
    const next = continueFacts(facts, this.#options.newId(), track.last.atUtcMs);
    this.#factsByKey.set(track.key, next);
    track.points = [track.last];
    this.#notify(track, { facts: next, phase: 'opened', context });
    return next;
  }

  #notify(
    track: Track,
    { facts, phase, context }: { facts: EventFacts; phase: EventPhase; context: RegistryContext },
  ): void {
    const source = this.#sourceOf(track, facts, context);
    facts.toldKey = keyOf(source);
    facts.toldAtUtcMs = context.nowUtcMs;
    this.#options.output.report(reportOf(source, phase));
  }

  #sourceOf(track: Track, facts: EventFacts, { settings, aspect }: RegistryContext): EventSource {
    return { cameraId: this.#options.cameraId, settings, aspect, track, facts };
  }
}
