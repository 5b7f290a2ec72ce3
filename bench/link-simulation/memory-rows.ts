import type { NoticeValues } from '../../apps/server/src/features/link/link-notices.repository.ts';
import type { PendingOperation } from '../../apps/server/src/features/link/link-operations.repository.ts';
import type { EdgeRef, EdgeReach } from '../../apps/server/src/features/link/link.repository.ts';
import { entityKey } from '../../apps/server/src/platform/sync/synced-entity.ts';

interface OperationRow {
  sequence: number;
  entity: string;
  entityId: string;
  revision: number;
  appliedAtMs: number | null;
  nextPublishAtMs: number | null;
  publishCount: number;
}

/** An entity as it is wanted; `content` null: it was deleted. */
export interface EntityRow {
  kind: string;
  id: string;
  revision: number;
  content: Record<string, unknown> | null;
}

/** What the database knows of one core and its link. */
export interface Rows {
  publicKey: string;
  isLinked: boolean;
  lastSeenAtMs: number;
  lastOperation: number;
  appliedOperation: number;
  contentMatches: boolean;
  cursors: Record<string, number>;
  operations: OperationRow[];
  /** What is wanted of the core, by kind and id. */
  entities: Record<string, EntityRow>;
  notices: NoticeValues[];
}

export const emptyRows = (publicKey: string): Rows => ({
  publicKey,
  isLinked: false,
  lastSeenAtMs: 0,
  lastOperation: 0,
  appliedOperation: 0,
  contentMatches: true,
  cursors: {},
  operations: [],
  entities: {},
  notices: [],
});

export const simulatedEdgeId = '00000000-0000-4000-8000-000000000003';

/** The rows that the statements below work on; one transaction at a time. */
export const held: { rows: Rows } = { rows: emptyRows('') };

/** Kinds of entities that are synced. */
export const simulatedKinds = ['organizationSwitches', 'locationPrivacy', 'camera'];

const open = (row: OperationRow): boolean => row.appliedAtMs === null;
const organizationId = '00000000-0000-4000-8000-000000000001';
const edge = { name: 'Core', locationId: '00000000-0000-4000-8000-000000000002' };

/** The statements of the link's repository on these rows, each as its SQL says it. */
export const memoryRepository = {
  findIdentity: async () => ({ organizationId, publicKey: held.rows.publicKey, revokedAt: null }),
  replaceKey: async () => false,
  lockCursor: async (_trx: unknown, _place: EdgeRef, epoch: string) => (held.rows.cursors[epoch] ??= 0),
  moveCursor: async (
    _trx: unknown,
    _place: EdgeRef,
    { epoch, lastSequence }: { epoch: string; lastSequence: number },
  ) => {
    held.rows.cursors[epoch] = lastSequence;
  },
  noteHistory: async () => false,
  markLinked: async (_trx: unknown, _place: EdgeRef, facts: { at: Date; appliedOperation: number }) => {
    held.rows.isLinked = true;
    held.rows.lastSeenAtMs = facts.at.getTime();
    held.rows.appliedOperation = Math.min(facts.appliedOperation, held.rows.lastOperation);
    return { ...edge, clockBeforeMs: null, kindsBefore: simulatedKinds };
  },
  markUnlinked: async () => {
    const was = held.rows.isLinked;
    held.rows.isLinked = false;
    return was ? edge : undefined;
  },
  holdUnknown: async () => ({ held: 0, fresh: [] }),
  findAdopted: async () => [],
  storeCapabilities: async () => undefined,
  operationsToSend: async (
    _trx: unknown,
    _place: EdgeRef,
    when: { after: number; at: Date; limit: number },
  ): Promise<PendingOperation[]> =>
    [...Map.groupBy(held.rows.operations, (row) => entityKey(row.entity, row.entityId)).values()]
      .map((rows) => rows.at(-1)!)
      .filter((row) => row.sequence > when.after || (open(row) && (row.nextPublishAtMs ?? 0) <= when.at.getTime()))
      .toSorted((a, b) => a.sequence - b.sequence)
      .slice(0, when.limit)
      .map(({ sequence, entity, entityId, revision }) => ({ sequence, entity, entityId, revision })),
  markPublished: async (
    _trx: unknown,
    _place: EdgeRef,
    { sequences, at }: { sequences: readonly number[]; at: Date },
  ) => {
    const rows = held.rows.operations.filter((row) => open(row) && sequences.includes(row.sequence));
    for (const row of rows) {
      row.nextPublishAtMs = at.getTime() + Math.min(600_000, 10_000 * 2 ** Math.min(row.publishCount, 10));
      row.publishCount += 1;
    }
    return rows.length;
  },
  makeOpenDue: async () => {
    for (const row of held.rows.operations.filter(open)) row.nextPublishAtMs = null;
  },
  locationOf: async () => edge.locationId,
  markApplied: async (_trx: unknown, _place: EdgeRef, applied: { sequence: number; at: Date }) => {
    held.rows.appliedOperation = Math.min(
      Math.max(held.rows.appliedOperation, applied.sequence),
      held.rows.lastOperation,
    );
    const rows = held.rows.operations.filter((row) => open(row) && row.sequence <= applied.sequence);
    for (const row of rows) row.appliedAtMs = applied.at.getTime();
    const reached = rows.map(({ entity, entityId, revision }) => ({ entity, entityId, revision }));
    return { reached, isNewest: held.rows.operations.every(({ sequence }) => sequence <= applied.sequence) };
  },
  contentOf: async () => ({
    isToCompare: false,
    isComplete: held.rows.appliedOperation >= held.rows.lastOperation,
    locationId: edge.locationId,
    kinds: simulatedKinds,
  }),
  setContentMatches: async (_trx: unknown, _place: EdgeRef, matches: boolean) => {
    held.rows.contentMatches = matches;
  },
  insertNotices: async (_trx: unknown, _place: EdgeRef, notices: readonly NoticeValues[]) => {
    const isSaid = ({ epoch, at, code, detail }: NoticeValues): boolean =>
      held.rows.notices.some(
        (said) =>
          said.epoch !== epoch && said.at.getTime() === at.getTime() && said.code === code && said.detail === detail,
      );
    held.rows.notices.push(...notices.filter((notice) => !isSaid(notice)));
  },
  reachOf: async (): Promise<EdgeReach> => (held.rows.isLinked ? 'linked' : 'away'),
  organizationsWithEdges: async () => [organizationId],
  silentEdges: async (_trx: unknown, _organizationId: string, since: Date) =>
    held.rows.isLinked && held.rows.lastSeenAtMs < since.getTime() ? [simulatedEdgeId] : [],

  storeHeartbeat: async (_trx: unknown, _place: EdgeRef, { at }: { at: Date }) => {
    held.rows.lastSeenAtMs = at.getTime();
    return { locationId: edge.locationId, stateSince: null, clockBeforeMs: null };
  },
  notifyClock: async () => undefined,
};
