import type { EventReport } from '@sightline/contracts/events/event';
import { judgeLook } from '@sightline/domain/uniforms/uniform-judge';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { dropWaiting, putWaiting } from '../groups/clothing-groups.repository.ts';
import { askForGroups } from '../groups/group-jobs.ts';
import { clothesJudged, type JudgedClothes } from '../uniforms.public.ts';
import { heldJudges, type JudgeRow } from './looks.repository.ts';
import {
  camerasCompared,
  dropUniformSightings,
  putUniformSightings,
  type UniformSighting,
} from './uniform-sightings.repository.ts';

interface Dressed {
  report: EventReport;
  modelId: string;
  look: Int8Array;
}

/** An event of a person, with what they look like; undefined for others. */
function dressed(report: EventReport): Dressed | undefined {
  const vector = report.vectors.find(({ kind }) => kind === 'appearance');
  if (vector === undefined || report.class !== 'person') return undefined;
  const bytes = Buffer.from(vector.values, 'base64');
  return { report, modelId: vector.modelId, look: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Decides of events that were just kept who wears which uniform; of those that are none, clothes are put to groups later. */
export async function noteClothes(
  { jobs, hooks, clock }: { jobs: Jobs; hooks: Hooks; clock: Clock },
  work: ChangeWork,
  { organizationId, edgeId, reports }: { organizationId: string; edgeId: string; reports: readonly EventReport[] },
): Promise<void> {
  const { trx } = work;
  const judges = await heldJudges(trx, organizationId);
  const clothed = reports.flatMap((report) => dressed(report) ?? []);
  const cameraIds = [...new Set(clothed.map(({ report }) => report.cameraId))];
  const compared = clothed.length === 0 ? new Set() : await camerasCompared(trx, organizationId, cameraIds);
  const seen = clothed.filter(({ report }) => compared.has(report.cameraId));
  const worn = seen.flatMap((one) => wornBy(one, judges));
  if (judges.length > 0) {
    await dropUniformSightings(
      trx,
      organizationId,
      reports.map(({ eventId }) => eventId),
    );
    await putUniformSightings(trx, organizationId, worn);
    const clothes = seen.map((one) => judgedOf(one, { judges, worn }));
    await hooks.of(clothesJudged)(work, { organizationId, edgeId, clothes });
  }
  const known = new Set(worn.map(({ eventId }) => eventId));
  // What somebody looks like is known when the track has ended.
  const ended = seen.filter(({ report }) => report.phase === 'closed').map(({ report }) => report);
  const wait = ended.filter(({ eventId }) => !known.has(eventId));
  await dropWaiting(trx, organizationId, [...known]);
  if (await putWaiting(trx, organizationId, wait)) await askForGroups(trx, jobs, { organizationId, nowMs: clock() });
}

function judgedOf(
  { report, modelId }: Dressed,
  { judges, worn }: { judges: readonly JudgeRow[]; worn: readonly UniformSighting[] },
): JudgedClothes {
  const judgedIds = judges.filter((row) => row.modelId === modelId).map(({ id }) => id);
  const wornIds = worn.filter(({ eventId }) => eventId === report.eventId).map(({ uniformId }) => uniformId);
  return { report, judgedIds, wornIds };
}

/** Which uniforms somebody wears, by the judges of the same model. */
const wornBy = ({ report, modelId, look }: Dressed, judges: readonly JudgeRow[]): UniformSighting[] =>
  judges.flatMap((row) => {
    const score = row.modelId === modelId ? judgeLook(row.judge, look) : null;
    if (score === null) return [];
    const { eventId, cameraId, startedAtUtcMs } = report;
    return [{ uniformId: row.id, eventId, cameraId, startedAt: new Date(startedAtUtcMs), score }];
  });
