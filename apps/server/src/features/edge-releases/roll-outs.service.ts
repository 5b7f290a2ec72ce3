import type {
  RollOut,
  RollOutCandidate,
  RollOutDetails,
  RollOutInput,
  RollOutState,
} from '@sightline/contracts/edge-releases/roll-out';
import { rollOutCores } from '@sightline/contracts/edge-releases/roll-out';
import { coreVersion } from '@sightline/contracts/edge-releases/core-package';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { compareVersions } from '@sightline/domain/edge-releases/package-rules';
import { mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork, AuditActionOf } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { findRelease, holdRelease, type EdgeReleaseRow } from './edge-releases.repository.ts';
import { endUntold } from './core-updates.repository.ts';
import { mayDecide, presentCandidate, presentRollOut, presentRollOutDetails } from './roll-outs.presenter.ts';
import * as repository from './roll-outs.repository.ts';
import { askForLook, holdUpdates } from './update-work.repository.ts';
import { isUpdatable, requireFit } from './update-rules.ts';

/** What rolling releases out needs from the rest of the server. */
export interface RollOutsDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  clock: Clock;
  jobs: Jobs;
}

/** Cores are asked what they are while somebody waits for the list. */
const askMs = 3_000;
const askAtMost = 200;

/** Roll-outs of releases to many cores. */
export type RollOutsService = ReturnType<typeof createRollOutsService>;

/** Takes what people decide about roll-outs; what follows from it is done by `roll-out-driver.ts`. */
export function createRollOutsService(deps: RollOutsDeps) {
  const { database } = deps;
  return {
    list: (actor: MemberActor, query: { limit: number; cursor?: string | undefined }): Promise<Page<RollOut>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const { organizationId } = actor;
        const page = await repository.listRollOuts(
          trx,
          { organizationId, scope: scopeFor(actor, 'CoreView') },
          pageRequest(query),
        );
        const cores = await repository.coresOf(
          trx,
          organizationId,
          page.items.map(({ id }) => id),
        );
        const ofRow = (id: string) => cores.filter(({ rollOutId }) => rollOutId === id);
        return { ...page, items: page.items.map((row) => presentRollOut(row, ofRow(row.id), actor)) };
      }),
    get: (actor: MemberActor, rollOutId: string): Promise<RollOutDetails> =>
      database.withOrganization(actor.organizationId, (trx) => details(deps, trx, { actor, rollOutId })),
    candidates: (actor: MemberActor, releaseId: string): Promise<{ items: RollOutCandidate[] }> =>
      candidates(deps, actor, releaseId),
    create: (actor: MemberActor, input: RollOutInput): Promise<RollOutDetails> => create(deps, actor, input),
    pause: (actor: MemberActor, rollOutId: string): Promise<RollOutDetails> =>
      turn(deps, { actor, rollOutId }, 'paused'),
    resume: (actor: MemberActor, rollOutId: string): Promise<RollOutDetails> =>
      turn(deps, { actor, rollOutId }, 'running'),
    skip: (actor: MemberActor, rollOutId: string, edgeId: string): Promise<RollOutDetails> =>
      skip(deps, { actor, rollOutId }, edgeId),
    cancel: (actor: MemberActor, rollOutId: string): Promise<RollOutDetails> => cancel(deps, { actor, rollOutId }),
  };
}

interface Asked {
  actor: MemberActor;
  rollOutId: string;
}

async function details(deps: RollOutsDeps, trx: Work, { actor, rollOutId }: Asked): Promise<RollOutDetails> {
  const row = await repository.findRollOut(trx, { organizationId: actor.organizationId, rollOutId });
  const cores = row ? await repository.coresOf(trx, actor.organizationId, [rollOutId]) : [];
  const shown = row && presentRollOutDetails(row, cores, { actor, nowMs: deps.clock() });
  if (!shown || shown.cores.length === 0) throw new AppError('not_found');
  return shown;
}

const isCurrent = (release: EdgeReleaseRow, version: string | null): boolean =>
  version !== null && coreVersion.safeParse(version).success && compareVersions(release.version, version) === 0;

/** Why a core cannot take a release, as far as it can be known: one that is offline is asked when its turn comes. */
async function problemOf(
  deps: RollOutsDeps,
  asked: { organizationId: string; release: EdgeReleaseRow },
  edge: repository.EdgeForRollOut,
): Promise<ErrorCode | null> {
  const { organizationId, release } = asked;
  if (!isUpdatable(edge)) return 'core_update_by_hand';
  if (!edge.isLinked) return null;
  try {
    requireFit(
      release,
      await deps.edges.request({
        organizationId,
        edgeId: edge.id,
        command: 'software.status',
        body: {},
        timeoutMs: askMs,
      }),
    );
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'core_offline' || error.code === 'core_timeout' ? null : error.code;
  }
}

async function candidates(
  deps: RollOutsDeps,
  actor: MemberActor,
  releaseId: string,
): Promise<{ items: RollOutCandidate[] }> {
  const { organizationId } = actor;
  const { release, edges, taken } = await deps.database.withOrganization(organizationId, async (trx) => {
    const found = await findRelease(trx, organizationId, releaseId);
    const all = await repository.edgesToChoose(
      trx,
      { organizationId, scope: scopeFor(actor, 'CoreEdit') },
      { limit: rollOutCores },
    );
    const ids = all.map(({ id }) => id);
    return {
      release: found,
      edges: all,
      taken: new Set(ids.length === 0 ? [] : await repository.coresInRollOuts(trx, organizationId, ids)),
    };
  });
  // Cores are what is asked for: of a package that is not there, there are none.
  if (!release) return { items: [] };
  const items = edges.map(async (edge, index) => {
    const current = isCurrent(release, edge.version);
    if (taken.has(edge.id)) return presentCandidate(edge, { isCurrent: current, problem: 'core_in_roll_out' });
    const isAsked = !current && (index < askAtMost || !edge.isLinked);
    return presentCandidate(edge, {
      isCurrent: current,
      problem: isAsked ? await problemOf(deps, { organizationId, release }, edge) : null,
    });
  });
  return { items: await Promise.all(items) };
}

/** The cores of a wish. What is named and may not be edited does not exist. */
async function chosenEdges(
  trx: Work,
  actor: MemberActor,
  { edgeIds, locationIds, firstEdgeId }: RollOutInput,
): Promise<repository.EdgeForRollOut[]> {
  const { organizationId } = actor;
  const place = { organizationId, scope: scopeFor(actor, 'CoreEdit') };
  if (edgeIds !== undefined && locationIds !== undefined)
    throw new AppError('validation_failed', { fields: ['locationIds'] });
  if (locationIds !== undefined) {
    const places = new Set(locationIds);
    const known = await repository.knownLocations(trx, { organizationId, scope: scopeFor(actor, 'LocationView') }, [
      ...places,
    ]);
    if (known.length < places.size) throw new AppError('not_found');
  }
  const edges = await repository.edgesToChoose(trx, place, { edgeIds, locationIds, limit: rollOutCores + 1 });
  if (edgeIds !== undefined && edges.length < new Set(edgeIds).size) throw new AppError('not_found');
  if (firstEdgeId !== null && !edges.some(({ id }) => id === firstEdgeId)) throw new AppError('not_found');
  if (edges.length > rollOutCores) throw new AppError('too_many', { limit: rollOutCores });
  return edges;
}

async function create(deps: RollOutsDeps, actor: MemberActor, input: RollOutInput): Promise<RollOutDetails> {
  const { organizationId } = actor;
  const id = newId();
  const at = new Date(deps.clock());
  return deps.changes.run({ organizationId, by: actor }, async (work) => {
    await holdUpdates(work.trx, organizationId);
    await askForLook({ ...deps, trx: work.trx }, organizationId);
    const release = await holdRelease(work.trx, { organizationId, releaseId: input.releaseId }, 'kept');
    if (!release) throw new AppError('not_found');
    const chosen = await chosenEdges(work.trx, actor, input);
    const able = chosen.filter((edge) => isUpdatable(edge) && !isCurrent(release, edge.version)).map((edge) => edge.id);
    if (able.length === 0) throw new AppError('core_roll_out_empty');
    const taken = await repository.coresInRollOuts(work.trx, organizationId, able);
    // Who asked for all of them means all that are free.
    const left = input.edgeIds === undefined ? able.filter((edgeId) => !taken.includes(edgeId)) : able;
    const { version, platform, arch } = release;
    const { settleMinutes, atOnce, hours, firstEdgeId } = input;
    const facts = { releaseId: release.id, version, platform, arch, settleMinutes, atOnce, firstEdgeId };
    const times = {
      fromMinute: hours?.fromMinute ?? null,
      toMinute: hours?.toMinute ?? null,
      requestedAt: at,
      changedAt: at,
    };
    const row = { organizationId, id, ...facts, ...times, state: 'running' as const, requestedBy: actor.userId };
    if (left.length === 0 || (input.edgeIds !== undefined && taken.length > 0))
      throw new AppError('core_in_roll_out', { edgeIds: taken });
    // It was chosen to bear the risk: no other one bears it unasked.
    if (firstEdgeId !== null && !left.includes(firstEdgeId))
      throw new AppError('validation_failed', { fields: ['firstEdgeId'] });
    if (!(await repository.insertRollOut(work.trx, row, left))) throw new AppError('core_roll_out_running');
    await notify(
      work,
      { action: 'core-roll-out.create', id, version },
      { cores: left.length, settleMinutes, atOnce, hours },
    );
    return details(deps, work.trx, { actor, rollOutId: id });
  });
}

async function notify(
  work: ChangeWork,
  about: { action: AuditActionOf<'coreRollOut'>; id: string; version: string },
  data: Record<string, unknown> = {},
): Promise<void> {
  await work.audit({
    action: about.action,
    entityKind: 'coreRollOut',
    entityId: about.id,
    entityName: about.version,
    data,
  });
  await work.announce({ kind: 'edge-roll-outs.changed', rollOutId: about.id });
}

/** Lets somebody decide about a roll-out that goes on, while nothing else changes it. */
async function decide(
  deps: RollOutsDeps,
  asked: Asked,
  decision: (work: ChangeWork, row: repository.RollOutRow, cores: repository.RollOutCoreRow[]) => Promise<void>,
): Promise<RollOutDetails> {
  const { actor, rollOutId } = asked;
  const { organizationId } = actor;
  return deps.changes.run({ organizationId, by: actor }, async (work) => {
    // In the order in which the driver takes them.
    await holdUpdates(work.trx, organizationId);
    await askForLook({ ...deps, trx: work.trx }, organizationId);
    const row = await repository.holdRollOut(work.trx, { organizationId, rollOutId });
    const cores = row ? await repository.coresOf(work.trx, organizationId, [rollOutId]) : [];
    if (
      !row ||
      !cores.some(({ entityPath }) => mayAt(actor, 'CoreView', entityPath) || mayAt(actor, 'CoreEdit', entityPath))
    )
      throw new AppError('not_found');
    if (!mayDecide(actor, cores)) throw new AppError('forbidden', { permission: 'CoreEdit' });
    if (!repository.isActive(row.state)) throw new AppError('core_roll_out_ended');
    await decision(work, row, cores);
    return details(deps, work.trx, asked);
  });
}

const turn = (
  deps: RollOutsDeps,
  asked: Asked,
  state: RollOutState & ('paused' | 'running'),
): Promise<RollOutDetails> =>
  decide(deps, asked, async (work, row) => {
    if (row.state === 'stopped') throw new AppError('core_roll_out_stopped');
    if (row.state === state) return;
    const { organizationId, id, version } = row;
    await repository.changeRollOut(
      work.trx,
      { organizationId, rollOutId: id },
      { state, changedAt: new Date(deps.clock()) },
    );
    await notify(work, { action: state === 'paused' ? 'core-roll-out.pause' : 'core-roll-out.resume', id, version });
  });

const skip = (deps: RollOutsDeps, asked: Asked, edgeId: string): Promise<RollOutDetails> =>
  decide(deps, asked, async (work, row, cores) => {
    const core = cores.find(({ id }) => id === edgeId);
    if (!core) throw new AppError('not_found');
    if (core.state === 'updating' || core.state === 'settling') throw new AppError('core_update_running');
    if (core.state !== 'failed' && core.state !== 'waiting') return;
    const place = { organizationId: row.organizationId, rollOutId: row.id };
    const changedAt = new Date(deps.clock());
    await repository.changeCore(work.trx, place, { edgeId, state: 'skipped', cause: core.cause, changedAt });
    // It begins nobody by itself: it may have been paused before it was stopped, and somebody may want to look first.
    if (row.state === 'stopped' && !cores.some(({ id, state }) => state === 'failed' && id !== edgeId))
      await repository.changeRollOut(work.trx, place, { state: 'paused', changedAt });
    await notify(work, { action: 'core-roll-out.skip', id: row.id, version: row.version }, { edgeId });
  });

const cancel = (deps: RollOutsDeps, asked: Asked): Promise<RollOutDetails> =>
  decide(deps, asked, async (work, row, cores) => {
    const place = { organizationId: row.organizationId, rollOutId: row.id };
    const changedAt = new Date(deps.clock());
    for (const { id: edgeId, state, updateId } of cores) {
      // One that was not told yet has nothing in its hands.
      const isUntold =
        state === 'updating' &&
        updateId !== null &&
        (await endUntold(work.trx, { organizationId: row.organizationId, edgeId, updateId }, changedAt));
      if (state === 'waiting' || isUntold)
        await repository.changeCore(work.trx, place, { edgeId, state: 'skipped', cause: null, changedAt });
    }
    await repository.changeRollOut(work.trx, place, { state: 'cancelled', changedAt });
    await notify(work, { action: 'core-roll-out.cancel', id: row.id, version: row.version });
  });
