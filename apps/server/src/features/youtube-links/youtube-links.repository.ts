import type { Page } from '@sightline/contracts/shared/paging';
import type { YoutubeLinkInput } from '@sightline/contracts/youtube-links/youtube-link';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

export type YoutubeLinkRow = Pick<Row<'youtubeLinks'>, 'id' | 'name' | 'url' | 'createdAt'>;

const columns = ['id', 'name', 'url', 'createdAt'] as const;

/** A page of them by name. */
export async function listLinks(
  trx: Work,
  organizationId: string,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<YoutubeLinkRow>> {
  const matches = sql<SqlBool>`strpos(lower(y.name collate people), lower(${request.query ?? ''}::text collate people)) > 0`;
  const rows = await trx
    .selectFrom('youtubeLinks as y')
    .select(['y.id', 'y.name', 'y.url', 'y.createdAt'])
    .where('y.organizationId', '=', organizationId)
    .where(matches)
    .where(afterCursor(request, sql`y.name collate people`, sql.ref('y.id')))
    .orderBy(sql`y.name collate people`)
    .orderBy('y.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from youtube_links y where y.organization_id = ${organizationId} and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

/** How many there are, while nobody else adds one. */
export async function countLinks(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`youtube-links:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('youtubeLinks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertLink = (
  trx: Work,
  organizationId: string,
  { name, url, createdAt }: YoutubeLinkInput & { createdAt: Date },
): Promise<YoutubeLinkRow> =>
  trx
    .insertInto('youtubeLinks')
    .values({ organizationId, id: newId(), name, url, createdAt })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Deletes one; undefined when there is none of that id. */
export const deleteLink = (trx: Work, organizationId: string, id: string): Promise<YoutubeLinkRow | undefined> =>
  trx
    .deleteFrom('youtubeLinks')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
