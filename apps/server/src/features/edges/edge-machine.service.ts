import type { DhcpReservation, DhcpSettings, DhcpState } from '@sightline/contracts/edges/dhcp';
import type { LogPage, LogQuery } from '@sightline/contracts/edges/edge-logs';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { requireEdge } from './edges.policy.ts';
import { findEdge, keepDhcp } from './edges.repository.ts';

/** Looking for another DHCP server and starting dnsmasq take some seconds each. */
const dhcpTimeoutMs = 25_000;

/** What asking the machine of a core needs from the rest of the server. */
export interface EdgeMachineParts {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
}

/** The machine of a core: its log, and the addresses that it gives out. */
export type EdgeMachineService = ReturnType<typeof createEdgeMachineService>;

/** Asks the core itself; what changes there is kept here too, for the machine that takes its place. */
export function createEdgeMachineService({ database, changes, edges }: EdgeMachineParts) {
  const require = (actor: MemberActor, edgeId: string, permission: Permission) =>
    database.withOrganization(actor.organizationId, async (trx) => requireEdge(actor, await findEdge(trx, actor.organizationId, edgeId), permission));
  const changed = async (actor: MemberActor, edgeId: string, done: { action: string; data: Record<string, unknown>; state: DhcpState }): Promise<DhcpState> => {
    const { enabled, settings, reserved } = done.state;
    await changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit }) => {
      await keepDhcp(trx, { organizationId: actor.organizationId, edgeId }, { enabled, settings, reserved });
      await audit({ action: done.action, entityKind: 'edge', entityId: edgeId, data: done.data });
    });
    return done.state;
  };
  return {
    logs: async (actor: MemberActor, edgeId: string, query: LogQuery): Promise<LogPage> => {
      const { organizationId } = actor;
      await require(actor, edgeId, 'CoreEdit');
      return edges.request({ organizationId, edgeId, command: 'logs.read', body: query });
    },
    dhcp: async (actor: MemberActor, edgeId: string): Promise<DhcpState> => {
      const { organizationId } = actor;
      await require(actor, edgeId, 'CoreView');
      return edges.request({ organizationId, edgeId, command: 'dhcp.get', body: {} });
    },
    setDhcp: async (actor: MemberActor, edgeId: string, body: { enabled: boolean; settings: DhcpSettings | null }): Promise<DhcpState> => {
      const { organizationId } = actor;
      await require(actor, edgeId, 'CoreEdit');
      const state = await edges.request({ organizationId, edgeId, command: 'dhcp.set', body, timeoutMs: dhcpTimeoutMs });
      return changed(actor, edgeId, { action: 'core.dhcp', data: body, state });
    },
    reserveAddress: async (actor: MemberActor, edgeId: string, body: DhcpReservation): Promise<DhcpState> => {
      const { organizationId } = actor;
      await require(actor, edgeId, 'CoreEdit');
      const state = await edges.request({ organizationId, edgeId, command: 'dhcp.reserve', body });
      return changed(actor, edgeId, { action: 'core.dhcp.reserve', data: body, state });
    },
    releaseAddress: async (actor: MemberActor, edgeId: string, macAddress: string): Promise<DhcpState> => {
      const { organizationId } = actor;
      await require(actor, edgeId, 'CoreEdit');
      const state = await edges.request({ organizationId, edgeId, command: 'dhcp.release', body: { macAddress } });
      return changed(actor, edgeId, { action: 'core.dhcp.release', data: { macAddress }, state });
    },
  };
}
