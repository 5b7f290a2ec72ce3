import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

const hostOfUrl = (url: string): string | undefined => /^[^/]*\/\/(\[[^\]]*\]|[^/:?#]*)/.exec(url)?.[1];

/** Hosts of the streams and of the ONVIF addresses of the cameras of a core, within a scope, in lower case. */
export async function hostsOf(trx: Work, place: { organizationId: string; scope: Scope }, edgeId: string): Promise<Set<string>> {
  const { organizationId, scope } = place;
  const rows = await trx
    .selectFrom('cameras as c')
    .innerJoin('cameraStreams as s', (join) => join.onRef('s.organizationId', '=', 'c.organizationId').onRef('s.cameraId', '=', 'c.id'))
    .select(['s.url', 'c.onvifHost'])
    .where('c.organizationId', '=', organizationId)
    .where('c.edgeId', '=', edgeId)
    .where('c.deletedAt', 'is', null)
    .where('s.deletedAt', 'is', null)
    .where(insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` }))
    .execute();
  const hosts = rows.flatMap(({ url, onvifHost }) => [hostOfUrl(url), onvifHost ?? undefined]).filter((host) => host !== undefined);
  return new Set(hosts.map((host) => host.toLowerCase()));
}
