import type { EventReport } from '@sightline/contracts/events/event';
import { faceQualityOf } from '@sightline/domain/people/face-clusters';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { askForClusters } from '../clusters/cluster-jobs.ts';
import { dropReportedFaces } from '../../events/events.public.ts';
import { forgottenAmong, peopleAmong, placesOfFaces, putSightings } from './sighting-writes.repository.ts';

/**
 * Notes whose faces events have that were just kept. What is not to be kept of faces is dropped at once: where faces are not wanted, and
 * of who was forgotten. A core knows nobody whom this organization does not.
 */
export async function noteSightings(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  work: ChangeWork,
  { organizationId, reports }: { organizationId: string; reports: readonly EventReport[] },
): Promise<void> {
  const faced = reports.filter(
    ({ face, vectors, identity }) => face !== null || identity !== null || vectors.some(({ kind }) => kind === 'face'),
  );
  if (faced.length === 0) return;
  const { trx } = work;
  const places = await placesOfFaces(trx, organizationId, [...new Set(faced.map(({ cameraId }) => cameraId))]);
  const forgotten = await forgottenAmong(
    trx,
    organizationId,
    faced.map(({ eventId }) => eventId),
  );
  const isKept = ({ cameraId, eventId }: EventReport): boolean =>
    places.get(cameraId)?.isWanted === true && !forgotten.has(eventId);
  const dropped = faced.filter((report) => !isKept(report));
  if (dropped.length > 0) await dropReportedFaces(trx, organizationId, dropped);
  const compared = faced.filter((report) => isKept(report) && places.get(report.cameraId)?.isCompared === true);
  const people = await peopleAmong(
    trx,
    organizationId,
    compared.flatMap(({ identity }) => identity?.personId ?? []),
  );
  const waits = await putSightings(
    trx,
    organizationId,
    compared.flatMap((report) => sightingOf(report, people)),
  );
  if (waits) await askForClusters(trx, jobs, { organizationId, nowMs: clock() });
}

function sightingOf(report: EventReport, people: ReadonlySet<string>) {
  const vector = report.vectors.find(({ kind }) => kind === 'face');
  if (vector === undefined) return [];
  const identity = report.identity !== null && people.has(report.identity.personId) ? report.identity : null;
  return [
    {
      eventId: report.eventId,
      startedAtUtcMs: report.startedAtUtcMs,
      cameraId: report.cameraId,
      modelId: vector.modelId,
      quality: report.face === null ? 0 : faceQualityOf(report.face),
      personId: identity?.personId ?? null,
      score: identity?.score ?? null,
      margin: identity?.margin ?? null,
      // The best face of a track is known when it has ended.
      isWaiting: identity === null && report.phase === 'closed',
    },
  ];
}
