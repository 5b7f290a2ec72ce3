import type { Database } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { visibleEdges } from './edges.policy.ts';
import { listEdges } from './edges.repository.ts';

const pageSize = 200;

/** Ids of the cores that somebody may see, by name; the first `max` of them, rounded up to whole pages. */
export async function visibleCoreIds(database: Database, actor: MemberActor, max: number): Promise<string[]> {
  const { organizationId } = actor;
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const request = { ...pageRequest({ limit: pageSize, cursor }), locationId: undefined, locationDepth: undefined };
    const page = await database.withOrganization(organizationId, (trx) =>
      listEdges(trx, { organizationId, scope: visibleEdges(actor) }, request),
    );
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && ids.length < max);
  return ids;
}
