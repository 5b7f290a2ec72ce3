import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { compareVersions } from '@sightline/domain/edge-releases/package-rules';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { findServingEdge } from '../edges/edges.public.ts';
import { findRelease, type EdgeReleaseRow } from './edge-releases.repository.ts';
import { deleteTickets, endUpdate, type UpdateChange } from './core-updates.repository.ts';
import { markUpdate, queuedUpdates, type QueuedUpdate } from './update-work.repository.ts';
import { announceUpdate, giveTicket, isUpdatable, orderOf, requireFit } from './update-rules.ts';

/** What telling cores of their updates needs from the rest of the server. */
export interface UpdateSenderDeps {
  changes: Changes;
  edges: EdgeCommands;
  clock: Clock;
}

/** A core that did not answer is told again after this; it knows the update by its id. */
const againMs = 60_000;

/** Answers that say nothing against the update: it is tried again. */
const passing: readonly ErrorCode[] = [
  'core_offline',
  'core_timeout',
  'core_part_down',
  'core_update_running',
  'unavailable',
];

/** Takes the updates whose cores can be told now, so that nobody else tells them meanwhile. */
export async function takeDueUpdates(
  { trx }: ChangeWork,
  organizationId: string,
  nowMs: number,
): Promise<{ due: QueuedUpdate[]; isAnyLeft: boolean }> {
  const queued = await queuedUpdates(trx, organizationId, new Date(nowMs - againMs));
  const due = queued.filter(({ isDue }) => isDue).slice(0, 50);
  await markUpdate(trx, { organizationId, updateIds: due.map(({ id }) => id) }, { sentAt: new Date(nowMs) });
  return { due, isAnyLeft: queued.length > 0 };
}

/** Tells a core of its update, after looking whether it can take it; what stands against it ends the update. */
export async function notifyCore(deps: UpdateSenderDeps, organizationId: string, update: QueuedUpdate): Promise<void> {
  const place = { organizationId, edgeId: update.edgeId };
  try {
    const found = await find(deps, organizationId, update);
    if (!isUpdatable(found.edge)) throw new AppError('core_update_by_hand');
    const software = await deps.edges.request({ ...place, command: 'software.status', body: {} });
    if (compareVersions(found.release.version, software.version) === 0)
      return await end(deps, { organizationId, update }, { state: 'updated', progress: 1 });
    requireFit(found.release, software);
    await deps.edges.request({
      ...place,
      command: 'software.update',
      body: orderOf(found.release, update.id, found.token),
    });
    await run(deps, organizationId, ({ trx }) =>
      markUpdate(trx, { organizationId, updateIds: [update.id] }, { takenAt: new Date(deps.clock()) }),
    );
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal';
    if (!(error instanceof AppError)) throw error;
    if (!passing.includes(code)) await end(deps, { organizationId, update }, { state: 'failed', cause: code });
  }
}

const run = <T>(deps: UpdateSenderDeps, organizationId: string, work: (change: ChangeWork) => Promise<T>): Promise<T> =>
  deps.changes.run({ organizationId, by: nobody }, work);

const find = (
  deps: UpdateSenderDeps,
  organizationId: string,
  { id: updateId, edgeId, releaseId }: QueuedUpdate,
): Promise<{ edge: { capabilities: string[] }; release: EdgeReleaseRow; token: string }> =>
  run(deps, organizationId, async (work) => {
    const edge = await findServingEdge(work.trx, organizationId, edgeId);
    const release = await findRelease(work.trx, organizationId, releaseId);
    if (!edge || !release) throw new AppError('not_found');
    return {
      edge,
      release,
      token: await giveTicket(work, { organizationId, updateId, releaseId }, new Date(deps.clock())),
    };
  });

const end = (
  deps: UpdateSenderDeps,
  { organizationId, update }: { organizationId: string; update: QueuedUpdate },
  change: Omit<UpdateChange, 'changedAt'>,
): Promise<void> =>
  run(deps, organizationId, async (work) => {
    const { id: updateId, edgeId, locationId } = update;
    const changed = await endUpdate(
      work.trx,
      { organizationId, edgeId, updateId },
      { ...change, changedAt: new Date(deps.clock()) },
    );
    await deleteTickets(work.trx, organizationId, updateId);
    if (changed) await announceUpdate(work, { id: edgeId, locationId }, changed);
  });
