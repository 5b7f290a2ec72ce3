import type { developerCalls } from '@sightline/contracts/developer/developer.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { CallOutput } from '@sightline/contracts/shared/call';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { recentLines } from '../../platform/log/recent-lines.ts';
import { installationOrganization } from '../organizations/organizations.public.ts';
import { edgeStateOf } from '../edges/edges.public.ts';
import * as repository from './developer.repository.ts';
import { databaseFactsOf, jobFactsOf, processFacts, settingFacts } from './environment-facts.ts';
import { filterLines, type LineFilter } from './logged-lines.ts';

const maxCores = 500;
const maxChanges = 500;
const dayMs = 86_400_000;

export interface DeveloperDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  /** Settings of this installation without secrets. */
  settings: Record<string, string>;
}

type Answer<K extends keyof typeof developerCalls> = CallOutput<(typeof developerCalls)[K]>;

/** What people see who look after the whole installation. */
export type DeveloperService = ReturnType<typeof createDeveloperService>;

/** Reads across organizations, and writes down who looked: in the own organization, else in the one of the installation. Throws `no_organization` before there is one. */
export function createDeveloperService({ database, changes, clock, settings }: DeveloperDeps) {
  const note = async (actor: SessionActor, page: string): Promise<void> => {
    const organizationId = actor.organizationId ?? (await installationOrganization(database));
    if (organizationId === null) throw new AppError('no_organization');
    await changes.run({ organizationId, by: actor }, ({ audit }) =>
      audit({ action: 'developer.read', entityKind: 'installation', entityId: null, data: { page } }),
    );
  };
  const ofEach = async <T>(read: (organizationId: string) => Promise<T[]>): Promise<T[]> => {
    const all: T[] = [];
    for (const organizationId of await repository.organizationsWithCores(database))
      all.push(...(await read(organizationId)));
    return all;
  };
  return {
    environment: async (actor: SessionActor): Promise<Answer<'environment'>> => {
      await note(actor, 'environment');
      return {
        facts: [
          ...settingFacts(settings),
          ...processFacts(),
          ...databaseFactsOf(await repository.databaseFacts(database)),
          ...jobFactsOf(await repository.jobsOf(database)),
        ],
      };
    },
    heartbeats: async (actor: SessionActor): Promise<Answer<'heartbeats'>> => {
      await note(actor, 'heartbeats');
      const cores = await ofEach((organizationId) => coresOf(database, organizationId));
      return { items: cores.toSorted((a, b) => (a.lastSeenAt ?? 0) - (b.lastSeenAt ?? 0)).slice(0, maxCores) };
    },
    analytics: async (actor: SessionActor): Promise<Answer<'analytics'>> => {
      await note(actor, 'analytics');
      const since = new Date(clock() - dayMs);
      const items = await ofEach((organizationId) => eventHoursOf(database, organizationId, since));
      return { items: items.toSorted((a, b) => b.hourUtcMs - a.hourUtcMs) };
    },
    statusChanges: async (actor: SessionActor): Promise<Answer<'statusChanges'>> => {
      await note(actor, 'statusChanges');
      const items = await ofEach((organizationId) =>
        changesOf(database, organizationId, new Date(clock() - 7 * dayMs)),
      );
      return { items: items.toSorted((a, b) => b.atUtcMs - a.atUtcMs) };
    },
    logs: async (actor: SessionActor, filter: LineFilter): Promise<Answer<'logs'>> => {
      await note(actor, 'logs');
      return { items: filterLines(recentLines(), filter) };
    },
  };
}

async function eventHoursOf(
  database: Database,
  organizationId: string,
  since: Date,
): Promise<Answer<'analytics'>['items']> {
  const rows = await database.withOrganization(organizationId, (trx) =>
    repository.eventHours(trx, organizationId, since),
  );
  return rows.map(({ hour, ...row }) => ({ ...row, hourUtcMs: hour.getTime(), organizationId }));
}

async function changesOf(
  database: Database,
  organizationId: string,
  since: Date,
): Promise<Answer<'statusChanges'>['items']> {
  const rows = await database.withOrganization(organizationId, (trx) =>
    repository.statusChanges(trx, organizationId, { since, limit: maxChanges }),
  );
  return rows.map(({ at, ...row }) => ({ ...row, atUtcMs: at.getTime(), organizationId }));
}

async function coresOf(database: Database, organizationId: string): Promise<Answer<'heartbeats'>['items']> {
  const rows = await database.withOrganization(organizationId, (trx) =>
    repository.heartbeats(trx, organizationId, maxCores),
  );
  return rows.map(({ id, lastSeenAt, claimedAt, revokedAt, isLinked, ...row }) => ({
    ...row,
    edgeId: id,
    organizationId,
    state: edgeStateOf({ claimedAt, revokedAt, isLinked }),
    lastSeenAt: lastSeenAt?.getTime() ?? null,
  }));
}
