import type { EventReport } from '@sightline/contracts/events/event';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { hiddenFrom } from '../../cameras/cameras.public.ts';
import { hidesPlaces } from '../../events/events.public.ts';
import { keepReadings } from './plate-readings.repository.ts';
import { plateJobs } from './plate-work.ts';

interface Kept {
  organizationId: string;
  edgeId: string;
  reports: readonly EventReport[];
}

/** Counts the plates of events that are over, each event once; where a camera hides vehicles or places, nobody learns of any. */
export async function notePlates(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  work: ChangeWork,
  { organizationId, edgeId, reports }: Kept,
): Promise<void> {
  const read = reports.filter(({ phase, plate }) => phase === 'closed' && plate !== null);
  if (read.length === 0) return;
  const hidden = await hiddenFrom(work.trx, { organizationId, grants: [] });
  const shown = read.filter(({ cameraId }) => {
    const privacy = hidden.get(cameraId);
    return privacy === undefined || !(hidesPlaces(privacy) || privacy.objectsToPixelate.includes('vehicle'));
  });
  // A core whose clock is ahead saw nothing later than it is now: it would stay the last one for as long.
  const nowMs = clock();
  const readings = shown.flatMap(({ plate, lastSeenUtcMs, cameraId, eventId }) =>
    plate === null
      ? []
      : [
          {
            plate: plate.text,
            score: plate.score,
            seenAt: new Date(Math.min(lastSeenUtcMs, nowMs)),
            cameraId,
            eventId,
          },
        ],
  );
  if (readings.length === 0) return;
  await keepReadings(work.trx, { organizationId, edgeId }, readings);
  await jobs.ask(work.trx, plateJobs, { data: { organizationId }, key: organizationId, organizationId });
}
