import type { EventTagInput } from '@sightline/contracts/event-tags/event-tag';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

/** An event tag within its organization. */
export interface TagPlace {
  organizationId: string;
  eventTagId: string;
}

export type EventTagRow = Pick<Row<'eventTags'>, 'id' | 'name' | 'videoLength' | 'fields' | 'revision' | 'updatedAt'>;

const columns = ['id', 'name', 'videoLength', 'fields', 'revision', 'updatedAt'] as const;

/** A page of them by name. */
export async function listTags(
  trx: Work,
  organizationId: string,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<EventTagRow>> {
  const matches = sql<SqlBool>`strpos(lower(e.name collate people), lower(${request.query ?? ''}::text collate people)) > 0`;
  const rows = await trx
    .selectFrom('eventTags as e')
    .select(['e.id', 'e.name', 'e.videoLength', 'e.fields', 'e.revision', 'e.updatedAt'])
    .where('e.organizationId', '=', organizationId)
    .where(matches)
    .where(afterCursor(request, sql`e.name collate people`, sql.ref('e.id')))
    .orderBy(sql`e.name collate people`)
    .orderBy('e.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from event_tags e where e.organization_id = ${organizationId} and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

export const findTag = (trx: Work, { organizationId, eventTagId }: TagPlace): Promise<EventTagRow | undefined> =>
  trx
    .selectFrom('eventTags')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', eventTagId)
    .executeTakeFirst();

/** The one of this name, in whatever case. */
export const findTagNamed = (trx: Work, organizationId: string, name: string): Promise<EventTagRow | undefined> =>
  trx
    .selectFrom('eventTags')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`lower(name collate people) = lower(${name}::text collate people)`)
    .executeTakeFirst();

/** How many there are, while nobody else adds one. */
export async function countTags(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`event-tags:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('eventTags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

const written = ({ name, videoLength, fields }: EventTagInput) => ({
  name,
  videoLength,
  fields: JSON.stringify(fields),
});

export const insertTag = (
  trx: Work,
  organizationId: string,
  { updatedAt, ...input }: EventTagInput & { updatedAt: Date },
): Promise<EventTagRow> =>
  trx
    .insertInto('eventTags')
    .values({ organizationId, id: newId(), ...written(input), updatedAt })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Changes the one that has this revision; undefined when it has another, or is gone. */
export const updateTag = (
  trx: Work,
  { organizationId, eventTagId }: TagPlace,
  { updatedAt, revision, ...input }: EventTagInput & { revision: number; updatedAt: Date },
): Promise<EventTagRow | undefined> =>
  trx
    .updateTable('eventTags')
    .set((eb) => ({ ...written(input), updatedAt, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', eventTagId)
    .where('revision', '=', revision)
    .returning(columns)
    .executeTakeFirst();

/** Deletes one; undefined when there is none of that id. */
export const deleteTag = (trx: Work, { organizationId, eventTagId }: TagPlace): Promise<EventTagRow | undefined> =>
  trx
    .deleteFrom('eventTags')
    .where('organizationId', '=', organizationId)
    .where('id', '=', eventTagId)
    .returning(columns)
    .executeTakeFirst();
