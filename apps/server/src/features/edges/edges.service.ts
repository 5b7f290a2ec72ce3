import type { CoreNotice, Edge, EdgeChange, EdgeInput, LocalEdge, NoticeOfCore } from '@sightline/contracts/edges/edge';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeNetworks } from '../../platform/link/edge-networks.ts';
import { notifyCoreSettings } from './core-settings.synced.ts';
import { deleteClaimCodes, revokeIdentity } from './edge-claims.repository.ts';
import { listNotices, newestNotices } from './edge-notices.repository.ts';
import { requireEdge, visibleEdges } from './edges.policy.ts';
import { presentEdge, presentNotice } from './edges.presenter.ts';
import { edgeEndedTopic, operationsTopic } from './edges.public.ts';
import * as repository from './edges.repository.ts';
import { isSameNetwork } from './same-network.ts';

/** What cores need from the rest of the server. */
export interface EdgesDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  networks: EdgeNetworks;
  /** Finds a place and keeps it where it is until the transaction ends; undefined when the organization has none of that id. */
  holdPlace: (trx: Work, organizationId: string, locationId: string) => Promise<{ entityPath: string[] } | undefined>;
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

interface ListQuery extends PageQuery {
  locationId?: string | undefined;
  locationDepth?: 'own' | 'below' | undefined;
}

/** Which cores are asked about, and from where the question comes. */
interface LocalRequest {
  edgeIds: string[];
  localLiveStream: boolean;
  address: string;
}

/** Cores: the machines on site. */
export type EdgesService = ReturnType<typeof createEdgesService>;

/** Cores as people manage them; pairing is in `edge-claims.service.ts`, their link in the feature `link`. */
export function createEdgesService(deps: EdgesDeps) {
  const { database, changes, holdPlace } = deps;
  return {
    list: (actor: MemberActor, query: ListQuery): Promise<Page<Edge>> => {
      const request = { ...pageRequest(query), locationId: query.locationId, locationDepth: query.locationDepth };
      return database.withOrganization(actor.organizationId, async (trx) => {
        const page = await repository.listEdges(
          trx,
          { organizationId: actor.organizationId, scope: visibleEdges(actor) },
          request,
        );
        return { ...page, items: page.items.map((row) => presentEdge(row, actor)) };
      });
    },
    get: (actor: MemberActor, id: string): Promise<Edge> =>
      database.withOrganization(actor.organizationId, async (trx) =>
        presentEdge(requireEdge(actor, await repository.findEdge(trx, actor.organizationId, id), 'CoreView'), actor),
      ),
    localNetwork: (actor: MemberActor, request: LocalRequest): Promise<{ items: LocalEdge[] }> =>
      localNetwork(deps, actor, request),
    notices: (actor: MemberActor, id: string, query: PageQuery): Promise<Page<CoreNotice>> =>
      notices(deps, { actor, id }, query),
    recentNotices: (actor: MemberActor, { limit }: { limit: number }): Promise<{ items: NoticeOfCore[] }> =>
      recentNotices(deps, actor, limit),
    create: (actor: MemberActor, input: EdgeInput): Promise<Edge> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (change) => {
        requireEdge(actor, await holdPlace(change.trx, actor.organizationId, input.locationId), 'CoreCreate');
        const id = await repository.insertEdge(change.trx, actor.organizationId, input);
        await change.audit({ action: 'core.create', entityKind: 'edge', entityId: id, data: input });
        await change.announce({ kind: 'edges.changed', edgeId: id, locationId: input.locationId });
        return read(change, actor, id);
      }),
    update: (actor: MemberActor, id: string, input: EdgeChange): Promise<Edge> => update(deps, { actor, id }, input),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> => remove(deps, actor, id),
    revoke: (actor: MemberActor, id: string): Promise<Edge> => revoke(deps, actor, id),
  };
}

async function read({ trx }: ChangeWork, actor: MemberActor, id: string): Promise<Edge> {
  const row = requireEdge(actor, await repository.findEdge(trx, actor.organizationId, id), 'CoreView');
  return presentEdge(row, actor);
}

async function localNetwork(
  { database, networks }: EdgesDeps,
  actor: MemberActor,
  request: LocalRequest,
): Promise<{ items: LocalEdge[] }> {
  const { edgeIds, localLiveStream, address } = request;
  const visible = await database.withOrganization(actor.organizationId, (trx) =>
    repository.visibleAmong(trx, { organizationId: actor.organizationId, scope: visibleEdges(actor) }, edgeIds),
  );
  return {
    items: visible.map(({ id: edgeId, localLiveStream: isWantedThere }) => {
      const network = networks.of(edgeId);
      const isLocal =
        localLiveStream && isWantedThere && network !== undefined && isSameNetwork(network.publicAddress, address);
      return { edgeId, isLocal, lanAddresses: isLocal ? [...network.lanAddresses] : [] };
    }),
  };
}

async function notices(
  { database }: EdgesDeps,
  { actor, id }: { actor: MemberActor; id: string },
  query: PageQuery,
): Promise<Page<CoreNotice>> {
  const request = pageRequest(query);
  return database.withOrganization(actor.organizationId, async (trx) => {
    requireEdge(actor, await repository.findEdge(trx, actor.organizationId, id), 'CoreView');
    const page = await listNotices(trx, { organizationId: actor.organizationId, edgeId: id }, request);
    return { ...page, items: page.items.map(presentNotice) };
  });
}

function recentNotices({ database }: EdgesDeps, actor: MemberActor, limit: number): Promise<{ items: NoticeOfCore[] }> {
  return database.withOrganization(actor.organizationId, async (trx) => {
    const rows = await newestNotices(trx, { organizationId: actor.organizationId, scope: visibleEdges(actor) }, limit);
    return {
      items: rows.map((row) => ({
        ...presentNotice(row),
        edgeId: row.edgeId,
        edgeName: row.edgeName,
        timeZone: row.timeZone,
      })),
    };
  });
}

function update(
  { changes, bus }: EdgesDeps,
  { actor, id }: { actor: MemberActor; id: string },
  input: EdgeChange,
): Promise<Edge> {
  const place = { organizationId: actor.organizationId, edgeId: id };
  return changes.run({ organizationId: actor.organizationId, by: actor }, async (change) => {
    await repository.lockEdge(change.trx, actor.organizationId, id);
    const row = requireEdge(actor, await repository.findEdge(change.trx, actor.organizationId, id), 'CoreEdit');
    await repository.changeEdge(change.trx, place, input);
    await notifyCoreSettings(change.trx, place);
    await change.audit({ action: 'core.update', entityKind: 'edge', entityId: id, data: input });
    await change.announce({ kind: 'edges.changed', edgeId: id, locationId: row.locationId });
    change.afterCommit(() => bus.publish(operationsTopic, { edgeId: id }));
    return read(change, actor, id);
  });
}

function remove({ changes, bus, clock }: EdgesDeps, actor: MemberActor, id: string): Promise<Record<string, never>> {
  return changes.run({ organizationId: actor.organizationId, by: actor }, async (change) => {
    await repository.lockEdge(change.trx, actor.organizationId, id);
    const row = requireEdge(actor, await repository.findEdge(change.trx, actor.organizationId, id), 'CoreDelete');
    if (row.cameraCount > 0) throw new AppError('core_not_empty');
    await endIdentity(change, { organizationId: actor.organizationId, edgeId: id }, { deletedAt: new Date(clock()) });
    await change.audit({ action: 'core.remove', entityKind: 'edge', entityId: id, data: { name: row.name } });
    await change.announce({ kind: 'edges.removed', edgeId: id, locationId: row.locationId });
    change.afterCommit(() => bus.publish(edgeEndedTopic, { edgeId: id }));
    return {};
  });
}

function revoke({ changes, bus, clock }: EdgesDeps, actor: MemberActor, id: string): Promise<Edge> {
  return changes.run({ organizationId: actor.organizationId, by: actor }, async (change) => {
    const row = requireEdge(actor, await repository.findEdge(change.trx, actor.organizationId, id), 'CoreEdit');
    await endIdentity(change, { organizationId: actor.organizationId, edgeId: id }, { revokedAt: new Date(clock()) });
    await change.audit({ action: 'core.revoke', entityKind: 'edge', entityId: id });
    await change.announce({ kind: 'edges.changed', edgeId: id, locationId: row.locationId });
    change.afterCommit(() => bus.publish(edgeEndedTopic, { edgeId: id }));
    return read(change, actor, id);
  });
}

async function endIdentity(
  change: ChangeWork,
  place: { organizationId: string; edgeId: string },
  mark: { deletedAt: Date } | { revokedAt: Date },
): Promise<void> {
  await deleteClaimCodes(change.trx, place);
  await revokeIdentity(change.trx, place, 'deletedAt' in mark ? mark.deletedAt : mark.revokedAt);
  await repository.markEdge(change.trx, place, mark);
}
