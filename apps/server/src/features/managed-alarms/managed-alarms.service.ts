import type { Alert, AlertDetail } from '@sightline/contracts/alerts/alert';
import type { ManagedAlarm } from '@sightline/contracts/managed-alarms/managed-alarm';
import { managedAlarmStatus } from '@sightline/contracts/managed-alarms/managed-alarm-status';
import type { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import type { CallOutput } from '@sightline/contracts/shared/call';
import { AppError } from '@sightline/contracts/shared/errors';
import { emptyScope, type Scope } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { ServerConfig } from '../../platform/config/server-config.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { alertsShown, alertsShownInFull, alertsTold } from '../alerts/alerts.public.ts';
import { presentManaged } from './managed-alarms.presenter.ts';
import * as repository from './managed-alarms.repository.ts';

const right = 'AlarmManagementEdit';
const lookEveryMs = 15_000;
const mostAlerts = 200;
const mostDetails = 20;

/** What managed alarms need from the rest of the server. */
export interface ManagedAlarmsDeps {
  config: Pick<ServerConfig, 'alarmTimeoutMinutes'>;
  database: Database;
  changes: Changes;
  signer: UrlSigner;
  clock: Clock;
  log: Log;
}

type Listed = CallOutput<(typeof managedAlarmsCalls)['list']>;
type Stats = CallOutput<(typeof managedAlarmsCalls)['stats']>;
type ManagedQuery = Omit<repository.ManagedFilter, 'organizationId' | 'scope' | 'told'> & {
  page: number;
  limit: number;
};
interface Linked<T> {
  items: T[];
  hiddenCount: number;
}

/** The alarm manager. */
export type ManagedAlarmsService = ReturnType<typeof createManagedAlarmsService>;

const placeOf = (actor: MemberActor): { organizationId: string; scope: Scope } => ({
  organizationId: actor.organizationId,
  scope: scopeFor(actor, right),
});

/** What of them the actor may see: not those that are about people alone whom a camera hides from the actor. */
const sightOf = async (trx: Work, actor: MemberActor) => ({ ...placeOf(actor), told: await alertsTold(trx, actor) });

/** Alerts of armed alarms as people manage them. */
export function createManagedAlarmsService(deps: ManagedAlarmsDeps) {
  const { database, changes, clock, config } = deps;
  const inside = <T>(actor: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, work);
  return {
    list: (actor: MemberActor, { page, limit, ...filter }: ManagedQuery): Promise<Listed> =>
      inside(actor, async (trx) => {
        const request = { limit, offset: (page - 1) * limit };
        const { rows, total } = await repository.listManaged(
          trx,
          { ...filter, ...(await sightOf(trx, actor)) },
          request,
        );
        return { items: rows.map(presentManaged), page, limit, total, totalPages: Math.ceil(total / limit) };
      }),
    stats: (actor: MemberActor): Promise<Stats> =>
      inside(actor, async (trx) => ({
        ...(await repository.figuresOf(trx, await sightOf(trx, actor), new Date(clock()))),
        timeoutMinutes: config.alarmTimeoutMinutes,
      })),
    get: (actor: MemberActor, id: string): Promise<ManagedAlarm> =>
      inside(actor, async (trx) => presentManaged(await seen(trx, actor, { id }))),
    alerts: (actor: MemberActor, id: string): Promise<Linked<Alert>> =>
      linked(deps, { actor, id, limit: mostAlerts }, alertsShown),
    alertDetails: (actor: MemberActor, id: string): Promise<Linked<AlertDetail>> =>
      linked(deps, { actor, id, limit: mostDetails }, alertsShownInFull),
    close: (actor: MemberActor, id: string, userId = actor.userId): Promise<ManagedAlarm> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        close(deps, { actor, work }, { id, userId }),
      ),
    checkTimeouts: (actor: MemberActor): Promise<{ updatedCount: number }> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => ({
        updatedCount: await timeOut(deps, work, placeOf(actor)),
      })),
  };
}

/** The alarm when the actor may see it; `not_found` otherwise. */
const seen = async (
  trx: Work,
  actor: MemberActor,
  which: { id: string; isHeld?: boolean },
): Promise<repository.ManagedRow> =>
  requireEntity(
    actor,
    await repository.findManaged(trx, actor.organizationId, { ...which, told: await alertsTold(trx, actor) }),
    { permission: right, view: right },
  );

function linked<T>(
  deps: ManagedAlarmsDeps,
  { actor, id, limit }: { actor: MemberActor; id: string; limit: number },
  show: (deps: ManagedAlarmsDeps, trx: Work, what: { actor: MemberActor; ids: readonly string[] }) => Promise<T[]>,
): Promise<Linked<T>> {
  return deps.database.withOrganization(actor.organizationId, async (trx) => {
    await seen(trx, actor, { id });
    const told = await alertsTold(trx, actor);
    const ids = (await repository.alertIdsOf(trx, actor.organizationId, { id, told })).slice(0, limit);
    const items = await show(deps, trx, { actor, ids });
    return { items, hiddenCount: ids.length - items.length };
  });
}

async function close(
  { clock }: ManagedAlarmsDeps,
  { actor, work }: { actor: MemberActor; work: ChangeWork },
  { id, userId }: { id: string; userId: string },
): Promise<ManagedAlarm> {
  const { organizationId } = actor;
  // A person closes in no other name; a key does in that of whoever sits at the other system.
  if (actor.apiKeyId === undefined && userId !== actor.userId)
    throw new AppError('validation_failed', { fields: ['userId'] });
  const row = await seen(work.trx, actor, { id, isHeld: true });
  if (row.status === managedAlarmStatus.closed) throw new AppError('conflict');
  const name = await repository.memberName(work.trx, organizationId, userId);
  if (name === undefined) throw new AppError('not_found', { fields: ['userId'] });
  await repository.closeManaged(work.trx, { organizationId, id }, { userId, name, at: new Date(clock()) });
  await work.audit({
    action: 'managedAlarm.close',
    entityKind: 'managedAlarm',
    entityId: id,
    data: { name: row.name },
  });
  await work.announce({ kind: 'managed-alarms.changed', managedAlarmId: id, locationId: row.locationId });
  return presentManaged(await seen(work.trx, actor, { id }));
}

async function timeOut(
  { clock, config }: ManagedAlarmsDeps,
  work: ChangeWork,
  place: { organizationId: string; scope: Scope },
): Promise<number> {
  const at = new Date(clock());
  const before = new Date(at.getTime() - config.alarmTimeoutMinutes * 60_000);
  const over = await repository.timeOut(work.trx, place, { before, at });
  for (const { id, name } of over)
    await work.audit({ action: 'managedAlarm.timeout', entityKind: 'managedAlarm', entityId: id, data: { name } });
  await work.announceAll(
    over.map(({ id, locationId }) => ({ kind: 'managed-alarms.changed', managedAlarmId: id, locationId })),
  );
  return over.length;
}

const everywhere: Scope = { ...emptyScope, whole: true };

/** Times out what nobody closed, in every server process. */
export const timeoutsJob = (deps: ManagedAlarmsDeps): RepeatingJob =>
  new RepeatingJob({
    everyMs: lookEveryMs,
    work: async () => {
      const before = new Date(deps.clock() - deps.config.alarmTimeoutMinutes * 60_000);
      for (const organizationId of await repository.organizationsDue(deps.database, before))
        await deps.changes.run({ organizationId, by: nobody }, (work) =>
          timeOut(deps, work, { organizationId, scope: everywhere }),
        );
    },
    log: deps.log,
    failure: 'alarms that nobody closed could not be timed out; it is tried again',
  });
