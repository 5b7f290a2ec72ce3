import { cameraMutesAbility, rulesAbility } from '@sightline/contracts/alert-rules/alert-rule-link';
import { longestMuteMs, type CameraMute } from '@sightline/contracts/alert-rules/camera-mute';
import { AppError } from '@sightline/contracts/shared/errors';
import { requireEntity, scopeFor } from '../../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../../platform/database/changes.ts';
import type { Database, Work } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { holdEdge } from '../../edges/edges.public.ts';
import { tellCores } from '../alert-rule.synced.ts';
import { findPlaces } from '../rule-targets.repository.ts';
import { placesWatched } from '../watches/rule-watches.repository.ts';
import { askForLooks } from '../watches/watch-jobs.ts';
import { listMutes, putMute, type MuteRow } from './camera-mutes.repository.ts';

/** So many are listed. */
const listed = 200;

/** What muting needs from the rest of the server. */
interface CameraMutesDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  jobs: Jobs;
  clock: Clock;
}

/** What mutes cameras. */
export type CameraMutesService = ReturnType<typeof createCameraMutesService>;

/** Mutes of cameras as people set them; cores follow in the transaction of the change. */
export function createCameraMutesService(deps: CameraMutesDeps) {
  return {
    list: (actor: MemberActor, { cameraId }: { cameraId?: string | undefined }) =>
      deps.database.withOrganization(actor.organizationId, (trx) => list(deps, trx, { actor, cameraId })),
    set: (actor: MemberActor, cameraId: string, { untilUtcMs }: { untilUtcMs: number | null }) =>
      deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        set(deps, work, { actor, cameraId, untilUtcMs }),
      ),
  };
}

async function list(
  { clock }: CameraMutesDeps,
  trx: Work,
  { actor, cameraId }: { actor: MemberActor; cameraId?: string | undefined },
): Promise<{ items: CameraMute[]; total: number }> {
  const scope = scopeFor(actor, 'AlertMonitoring');
  const wanted = { scope, at: new Date(clock()), limit: listed, cameraId: cameraId ?? null };
  const rows = await listMutes(trx, actor.organizationId, wanted);
  return { items: rows.map(presentMute), total: rows[0]?.total ?? 0 };
}

/** Whether a mute holds at the core. One that judges no rules at all alerts nobody anyway. */
function stateOf({ abilities, hasCoreRules, isConfirmed }: MuteRow): CameraMute['state'] {
  if (!hasCoreRules) return 'muted';
  if (abilities.length > 0 && !abilities.includes(rulesAbility)) return 'muted';
  if (abilities.length > 0 && !abilities.includes(cameraMutesAbility)) return 'coreTooOld';
  return isConfirmed ? 'muted' : 'pending';
}

const presentMute = (row: MuteRow): CameraMute => ({
  cameraId: row.cameraId,
  cameraName: row.cameraName,
  locationName: row.locationName,
  timeZone: row.timeZone,
  untilUtcMs: row.mutedUntil.getTime(),
  byUserId: row.mutedBy,
  byName: row.byName ?? '',
  state: stateOf(row),
});

async function set(
  deps: CameraMutesDeps,
  work: ChangeWork,
  { actor, cameraId, untilUtcMs }: { actor: MemberActor; cameraId: string; untilUtcMs: number | null },
): Promise<{ mute: CameraMute | null }> {
  const { organizationId } = actor;
  const [found] = await findPlaces(work.trx, organizationId, { cameraIds: [cameraId], edgeIds: [] });
  const right = { permission: 'AlertMonitoring', view: 'CameraView' } as const;
  const { edgeId, locationId, name } = requireEntity(actor, found, right);
  const nowUtcMs = deps.clock();
  if (untilUtcMs !== null && (untilUtcMs <= nowUtcMs || untilUtcMs > nowUtcMs + longestMuteMs))
    throw new AppError('camera_mute_time');
  // Before the camera, as everybody who tells cores does.
  await holdEdge(work.trx, organizationId, edgeId);
  const mute = untilUtcMs === null ? null : { until: new Date(untilUtcMs), by: actor.userId };
  await putMute(work.trx, { organizationId, cameraId }, mute);
  await tellCores(deps, work, { organizationId, edgeIds: [edgeId] });
  await askForLooks(work.trx, deps.jobs, {
    organizationId,
    placeIds: await placesWatched(work.trx, organizationId, [cameraId, edgeId]),
  });
  const action = mute === null ? 'camera.unmute' : 'camera.mute';
  await work.audit({ action, entityKind: 'camera', entityId: cameraId, data: { name, untilUtcMs } });
  await work.announce({ kind: 'alert-rules.cameraMuted', cameraId, locationId });
  return { mute: (await list(deps, work.trx, { actor, cameraId })).items[0] ?? null };
}
