import { privacySettings } from '@sightline/contracts/cameras/camera-settings';
import { vectorKind, type EventMark, type EventReport } from '@sightline/contracts/events/event';
import { areasOf } from '@sightline/domain/cameras/uncovering';
import { isHiddenTrack } from '@sightline/domain/events/hidden-tracks';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import { eventsKept } from './event-moments.ts';
import { announceMarks } from './event-announcing.ts';
import { phaseCodes, vectorBit } from '../event-codes.ts';
import type { EventDays } from './event-days.ts';
import { isDayMissing } from './event-days.repository.ts';
import { placeOf, refusalOf, type EventRefusal, type ReportOrigin } from '../event-rules.ts';
import type { VectorLengths } from './event-vector-lengths.ts';
import * as repository from './event-writes.repository.ts';

/** The same event with another beginning is looked for this far back. */
const lookBackMs = 40 * 86_400_000;

export interface EventIngestDeps {
  bus: Bus;
  hooks: Hooks;
  days: EventDays;
  lengths: VectorLengths;
}

/**
 * Keeps what a core reports, all events of a message at once. Answers for each report why it, or a vector of it, was
 * refused, or null; a revision that is not newer than the kept one is not refused, it only changes nothing.
 */
export async function keepEvents(
  deps: EventIngestDeps,
  work: ChangeWork,
  { from, reports }: { from: ReportOrigin; reports: readonly EventReport[] },
): Promise<(EventRefusal | null)[]> {
  const cameras = await camerasById(work, from, reports);
  const refusals = reports.map((report) => refusalAt(report, cameras, from));
  const known = await refuseOthers(work, { from, reports, refusals });
  const newest = new Map<string, EventReport>();
  for (const report of await withFitVectors(deps, work, { from, reports, refusals })) {
    if (report.revision > (newest.get(report.eventId)?.revision ?? 0)) newest.set(report.eventId, report);
  }
  if (newest.size > 0) await keep(deps, work, { from, cameras, known, reports: [...newest.values()] });
  return refusals;
}

const placeOfCore = ({ organizationId, edgeId }: ReportOrigin) => ({ organizationId, edgeId });

type Cameras = ReadonlyMap<string, repository.ReportingCamera>;

async function camerasById(work: ChangeWork, from: ReportOrigin, reports: readonly EventReport[]): Promise<Cameras> {
  const rows = await repository.camerasOfEdge(work.trx, from, new Set(reports.map((report) => report.cameraId)));
  return new Map(rows.map((camera) => [camera.id, camera]));
}

function refusalAt(report: EventReport, cameras: Cameras, from: ReportOrigin): EventRefusal | null {
  const camera = cameras.get(report.cameraId);
  return camera ? refusalOf(report, placeOf(camera, from)) : 'foreign';
}

/** What is known of an event before a report is looked at. */
type Before = Pick<EventReport, 'cameraId' | 'startedAtUtcMs' | 'phase' | 'revision'>;

/** An event keeps its beginning and its camera for good, and does not begin again; who says otherwise speaks of another event. Answers those that are kept with the reported beginnings. */
async function refuseOthers(
  { trx }: ChangeWork,
  {
    from,
    reports,
    refusals,
  }: { from: ReportOrigin; reports: readonly EventReport[]; refusals: (EventRefusal | null)[] },
): Promise<repository.KnownEvent[]> {
  const possible = reports.filter((_, index) => refusals[index] === null);
  if (possible.length === 0) return [];
  const kept = new Map<string, Before>();
  const note = ({ id, cameraId, startedAt, phase, revision }: repository.KnownEvent): void =>
    void kept.set(id, { cameraId, startedAtUtcMs: startedAt.getTime(), phase: phaseCodes.fromCode(phase), revision });
  const known = await repository.knownByStart(trx, from.organizationId, possible);
  const knownIds = new Set(known.map((event) => event.id));
  const unknownIds = [...new Set(possible.map((report) => report.eventId))].filter((id) => !knownIds.has(id));
  const since = Math.min(from.receivedAt.getTime(), ...possible.map((report) => report.startedAtUtcMs)) - lookBackMs;
  for (const event of await repository.knownById(trx, from.organizationId, { ids: unknownIds, since: new Date(since) }))
    note(event);
  for (const event of known) note(event);
  for (const [index, report] of reports.entries()) {
    if (refusals[index] !== null) continue;
    const before = kept.get(report.eventId);
    refusals[index] = before ? contradictionOf(before, report) : null;
    if (refusals[index] === null && report.revision > (before?.revision ?? 0)) kept.set(report.eventId, report);
  }
  return known;
}

/**
 * What is not refused, without the vectors that are not as long as their model makes them: what was seen is kept all the
 * same, or one core that is wrong about a model would cost the others their events. Last, so that only what is kept says
 * how long the vectors of a model are.
 */
async function withFitVectors(
  { lengths }: EventIngestDeps,
  work: ChangeWork,
  {
    from,
    reports,
    refusals,
  }: { from: ReportOrigin; reports: readonly EventReport[]; refusals: (EventRefusal | null)[] },
): Promise<EventReport[]> {
  const possible = reports.flatMap((report, index) => (refusals[index] === null ? [{ report, index }] : []));
  const fit = await lengths.fitVectors(
    work,
    from.organizationId,
    possible.map(({ report }) => report),
  );
  return possible.map(({ report, index }, at) => {
    const vectors = fit[at] ?? [];
    if (vectors.length === report.vectors.length) return report;
    refusals[index] = 'vector_length';
    return { ...report, vectors };
  });
}

function contradictionOf(before: Before, report: EventReport): EventRefusal | null {
  if (before.startedAtUtcMs !== report.startedAtUtcMs) return 'start_changed';
  if (before.cameraId !== report.cameraId) return 'camera_changed';
  // An older revision that comes late says what was true then; it changes nothing.
  return before.phase === 'closed' && report.phase !== 'closed' && report.revision > before.revision
    ? 'reopened'
    : null;
}

async function keep(
  deps: EventIngestDeps,
  work: ChangeWork,
  {
    from,
    cameras,
    known,
    reports,
  }: { from: ReportOrigin; cameras: Cameras; known: readonly repository.KnownEvent[]; reports: readonly EventReport[] },
): Promise<void> {
  try {
    const changed = await repository.upsertEvents(work.trx, from.organizationId, {
      reports,
      receivedAt: from.receivedAt,
    });
    const kept = reports.filter((report) => changed.has(report.eventId));
    await dropLost(work, from.organizationId, { known, kept });
    const plates = kept.flatMap((report) => (report.plate ? [report.plate.text] : []));
    await repository.keepPlates(work.trx, from.organizationId, { plates, on: from.receivedAt });
    if (kept.length > 0) await deps.hooks.of(eventsKept)(work, { ...placeOfCore(from), reports: kept });
    work.afterCommit(() => announce(deps.bus, { organizationId: from.organizationId, cameras, reports: kept }));
  } catch (error) {
    // Dropped by its age since this process learned of it; the core sends again and it is made anew.
    if (isDayMissing(error)) deps.days.forget();
    throw error;
  }
}

/** A revision says all that is known: a vector that it has no more must not be found by. */
async function dropLost(
  { trx }: ChangeWork,
  organizationId: string,
  { known, kept }: { known: readonly repository.KnownEvent[]; kept: readonly EventReport[] },
): Promise<void> {
  const before = new Map(known.map((event) => [event.id, event.vectors]));
  for (const kind of vectorKind.options) {
    const lost = kept.filter(
      (report) =>
        ((before.get(report.eventId) ?? 0) & vectorBit(kind)) !== 0 &&
        !report.vectors.some((vector) => vector.kind === kind),
    );
    if (lost.length > 0) await repository.dropVectors(trx, organizationId, { kind, reports: lost });
  }
}

const markOf = (report: EventReport): EventMark => ({
  id: report.eventId,
  class: report.class,
  subtype: report.subtype,
  phase: report.phase,
  severity: report.severity,
  startedAtUtcMs: report.startedAtUtcMs,
  lastSeenUtcMs: report.lastSeenUtcMs,
  endedAtUtcMs: report.endedAtUtcMs,
  isStationary: report.isStationary,
  revision: report.revision,
});

function announce(
  bus: Bus,
  { organizationId, cameras, reports }: { organizationId: string; cameras: Cameras; reports: readonly EventReport[] },
): void {
  for (const [cameraId, ofCamera] of Map.groupBy(reports, (report) => report.cameraId)) {
    const camera = cameras.get(cameraId);
    if (camera === undefined) continue;
    const areas = areasOf(privacySettings.parse(camera.privacy ?? {}));
    for (const [isHidden, marks] of Map.groupBy(ofCamera, ({ path }) => isHiddenTrack(areas, path)))
      announceMarks(bus, { organizationId, cameraId, locationId: camera.locationId, isHidden }, marks.map(markOf));
  }
}
