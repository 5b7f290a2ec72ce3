import type { Hooks } from '../../platform/features/hooks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AlertChangeBody, LinkHooks, RecordHandler, RecordOrigin } from '../../platform/link/link-hooks.ts';
import { announce, keepAlerts } from './alert-keeping.ts';
import {
  camerasOfCore,
  rulesAtCameras,
  setFootageUntil,
  type AlertChange,
  type ReportedCamera,
} from './alert-writes.repository.ts';
import { keepNearMiss } from './near-misses.repository.ts';

/** What reaches us later than this after it was decided is told to nobody. */
const lateMs = 60_000;
/** What clocks of cores may be ahead of ours although they look right, and what is followed at most. */
const aheadMs = { usual: 5 * 60_000, most: 86_400_000 };

/** A time as a core says it; one that is further ahead than its clock can explain is the moment of arrival. */
function timeOf(atUtcMs: number, { receivedAt, clockAheadMs = 0 }: RecordOrigin, camera: ReportedCamera): Date {
  const ahead = Math.min(aheadMs.most, Math.max(0, camera.clockOffsetMs, clockAheadMs));
  return atUtcMs > receivedAt.getTime() + ahead + aheadMs.usual ? receivedAt : new Date(atUtcMs);
}

/** A core says that alerts were opened, that more of them is known, or that they ended; false for each that is not its own. */
export const applyAlertChanges =
  (deps: { jobs: Jobs; hooks: Hooks }): LinkHooks['alertChanges'] =>
  async (work, from, said) => {
    const { organizationId } = from;
    const cameraIds = said.map(({ cameraId }) => cameraId);
    const cameras = await camerasOfCore(work.trx, from, cameraIds);
    const changes = said.flatMap((one) => {
      const camera = cameras.get(one.cameraId);
      return camera ? [changeOf(one, from, camera)] : [];
    });
    const rulesOf = (opened: readonly CameraChange[]) =>
      rulesAtCameras(
        work.trx,
        organizationId,
        opened.map(({ ruleId, cameraId, openedAt }) => ({ ruleId, cameraId, at: openedAt })),
      );
    const kept = await keepAlerts({ ...deps, work, organizationId }, { changes, rulesOf });
    return said.map(({ cameraId }) => (cameras.has(cameraId) ? (kept.shift() ?? false) : false));
  };

type CameraChange = AlertChange & { cameraId: string };

function changeOf(said: AlertChangeBody, from: RecordOrigin, camera: ReportedCamera): CameraChange {
  const { receivedAt, edgeId } = from;
  return {
    id: said.alertId,
    ruleId: said.ruleId,
    cameraId: said.cameraId,
    edgeId,
    sequence: said.sequence,
    phase: said.phase,
    closeReason: said.closeReason,
    openedAt: timeOf(said.openedAtUtcMs, from, camera),
    at: timeOf(said.atUtcMs, from, camera),
    receivedAt,
    isLate: receivedAt.getTime() - (said.decidedAtUtcMs - camera.clockOffsetMs) > lateMs,
    why: said.why,
    eventIds: said.subjectIds,
    count: said.count,
  };
}

/** No rule keeps footage for longer. */
const mostKeptMs = 366 * 86_400_000;

/** A core says until when it keeps the footage of an alert, or that it does so no longer; false for what is not its own. */
export const applyAlertFootage: RecordHandler<'alertFootage'> = async (work, from, said) => {
  const { organizationId, edgeId, receivedAt } = from;
  const { alertId: id, cameraId, untilUtcMs } = said;
  const until = untilUtcMs === null ? null : new Date(Math.min(untilUtcMs, receivedAt.getTime() + mostKeptMs));
  if (!(await setFootageUntil(work.trx, organizationId, { id, cameraId, edgeId, until }))) return false;
  await announce(work, organizationId, id);
  return true;
};

/** A core says what kept a rule from alerting; false for a rule or camera that is not its own. */
export const applyNearMiss: RecordHandler<'alertNearMiss'> = async (work, from, said) => {
  const { organizationId } = from;
  const { ruleId, cameraId, hindrance, count, why } = said;
  const camera = (await camerasOfCore(work.trx, from, [cameraId])).get(cameraId);
  if (!camera) return false;
  const at = timeOf(said.atUtcMs, from, camera);
  const [rule] = await rulesAtCameras(work.trx, organizationId, [{ ruleId, cameraId, at }]);
  if (!rule) return false;
  await keepNearMiss(work.trx, organizationId, { ruleId, cameraId, at, hindrance, count, why });
  return true;
};
