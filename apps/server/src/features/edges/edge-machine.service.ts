import type { DhcpReservation, DhcpSettings, DhcpState } from '@sightline/contracts/edges/dhcp';
import type { LogPage, LogQuery } from '@sightline/contracts/edges/edge-logs';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { AuditActionOf, Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { requireEdge } from './edges.policy.ts';
import { findEdge, keepDhcp, type EdgeRow } from './edges.repository.ts';

/** Looking for another DHCP server and starting dnsmasq take some seconds each. */
const dhcpTimeoutMs = 25_000;

/** What asking the machine of a core needs from the rest of the server. */
export interface EdgeMachineDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
}

/** The machine of a core: its log, and the addresses that it gives out. */
export type EdgeMachineService = ReturnType<typeof createEdgeMachineService>;

/** Asks the core itself; what changes there is kept here too, for the machine that takes its place. */
export function createEdgeMachineService(deps: EdgeMachineDeps) {
  const { edges } = deps;
  return {
    logs: async (actor: MemberActor, edgeId: string, query: LogQuery): Promise<LogPage> => {
      const { organizationId } = actor;
      await requireMachine(deps, actor, { edgeId, permission: 'CoreEdit' });
      return edges.request({ organizationId, edgeId, command: 'logs.read', body: query });
    },
    dhcp: async (actor: MemberActor, edgeId: string): Promise<DhcpState> => {
      const { organizationId } = actor;
      await requireMachine(deps, actor, { edgeId, permission: 'CoreView' });
      return edges.request({ organizationId, edgeId, command: 'dhcp.get', body: {} });
    },
    setDhcp: (
      actor: MemberActor,
      edgeId: string,
      body: { enabled: boolean; settings: DhcpSettings | null },
    ): Promise<DhcpState> => {
      const ask = () =>
        edges.request({
          organizationId: actor.organizationId,
          edgeId,
          command: 'dhcp.set',
          body,
          timeoutMs: dhcpTimeoutMs,
        });
      return changeDhcp(deps, actor, { edgeId, action: 'core.dhcp', data: body, ask });
    },
    reserveAddress: (actor: MemberActor, edgeId: string, body: DhcpReservation): Promise<DhcpState> => {
      const ask = () => edges.request({ organizationId: actor.organizationId, edgeId, command: 'dhcp.reserve', body });
      return changeDhcp(deps, actor, { edgeId, action: 'core.dhcp.reserve', data: body, ask });
    },
    releaseAddress: (actor: MemberActor, edgeId: string, macAddress: string): Promise<DhcpState> => {
      const ask = () =>
        edges.request({ organizationId: actor.organizationId, edgeId, command: 'dhcp.release', body: { macAddress } });
      return changeDhcp(deps, actor, { edgeId, action: 'core.dhcp.release', data: { macAddress }, ask });
    },
  };
}

const requireMachine = (
  { database }: EdgeMachineDeps,
  actor: MemberActor,
  { edgeId, permission }: { edgeId: string; permission: Permission },
): Promise<EdgeRow> =>
  database.withOrganization(actor.organizationId, async (trx) =>
    requireEdge(actor, await findEdge(trx, actor.organizationId, edgeId), permission),
  );

/** Written down before the core is asked: it may do what it is told although its answer never comes. */
async function changeDhcp(
  deps: EdgeMachineDeps,
  actor: MemberActor,
  wanted: {
    edgeId: string;
    action: AuditActionOf<'edge'>;
    data: Record<string, unknown>;
    ask: () => Promise<DhcpState>;
  },
): Promise<DhcpState> {
  const { database, changes } = deps;
  const { organizationId } = actor;
  const { edgeId } = wanted;
  await requireMachine(deps, actor, { edgeId, permission: 'CoreEdit' });
  const write = (data: Record<string, unknown>): Promise<void> =>
    changes.run({ organizationId, by: actor }, ({ audit }) =>
      audit({ action: wanted.action, entityKind: 'edge', entityId: edgeId, data }),
    );
  await write(wanted.data);
  try {
    const state = await wanted.ask();
    const { enabled, settings, reserved } = state;
    await database.withOrganization(organizationId, (trx) =>
      keepDhcp(trx, { organizationId, edgeId }, { enabled, settings, reserved }),
    );
    return state;
  } catch (error) {
    if (error instanceof AppError) await write({ ...wanted.data, failure: error.code });
    throw error;
  }
}
