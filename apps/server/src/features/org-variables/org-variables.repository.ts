import type { OrgVariableType } from '@sightline/contracts/org-variables/org-variable';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

/** So many changes of each variable are kept. */
const keptChanges = 200;

/** A variable within its organization. */
export interface VariablePlace {
  organizationId: string;
  variableId: string;
}

/** What a variable holds, with its type. */
export interface TypedValue {
  type: OrgVariableType;
  value: unknown;
}

export type OrgVariableRow = Pick<Row<'orgVariables'>, 'id' | 'name' | 'type' | 'value' | 'revision' | 'updatedAt'>;

export interface OrgVariableChangeRow extends Pick<
  Row<'orgVariableChanges'>,
  'id' | 'variableId' | 'name' | 'deed' | 'type' | 'value' | 'at'
> {
  /** Null for somebody who is gone. */
  byName: string | null;
}

const columns = ['id', 'name', 'type', 'value', 'revision', 'updatedAt'] as const;

/** A page of them by name. */
export async function listVariables(
  trx: Work,
  organizationId: string,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<OrgVariableRow>> {
  const matches = sql<SqlBool>`strpos(lower(v.name collate people), lower(${request.query ?? ''}::text collate people)) > 0`;
  const rows = await trx
    .selectFrom('orgVariables as v')
    .select(['v.id', 'v.name', 'v.type', 'v.value', 'v.revision', 'v.updatedAt'])
    .where('v.organizationId', '=', organizationId)
    .where(matches)
    .where(afterCursor(request, sql`v.name collate people`, sql.ref('v.id')))
    .orderBy(sql`v.name collate people`)
    .orderBy('v.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from org_variables v where v.organization_id = ${organizationId} and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

/** The one of this name, in whatever case; nobody else changes it until the transaction ends. */
export const holdVariableNamed = (
  trx: Work,
  organizationId: string,
  name: string,
): Promise<OrgVariableRow | undefined> =>
  trx
    .selectFrom('orgVariables')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`lower(name collate people) = lower(${name}::text collate people)`)
    .forUpdate()
    .executeTakeFirst();

export async function isNameTaken(trx: Work, organizationId: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from org_variables where organization_id = ${organizationId}::uuid and lower(name collate people) = lower(${name}::text collate people)`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Nobody else changes it until the transaction ends. */
export const holdVariable = (
  trx: Work,
  { organizationId, variableId }: VariablePlace,
): Promise<OrgVariableRow | undefined> =>
  trx
    .selectFrom('orgVariables')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', variableId)
    .forUpdate()
    .executeTakeFirst();

/** How many there are, while nobody else adds one. */
export async function countVariables(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`org-variables:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('orgVariables')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertVariable = (
  trx: Work,
  organizationId: string,
  { name, type, value, at }: TypedValue & { name: string; at: Date },
): Promise<OrgVariableRow> =>
  trx
    .insertInto('orgVariables')
    .values({ organizationId, id: newId(), name, type, value: JSON.stringify(value), updatedAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateVariable = (
  trx: Work,
  { organizationId, variableId }: VariablePlace,
  { type, value, at }: TypedValue & { at: Date },
): Promise<OrgVariableRow> =>
  trx
    .updateTable('orgVariables')
    .set((eb) => ({ type, value: JSON.stringify(value), updatedAt: at, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', variableId)
    .returning(columns)
    .executeTakeFirstOrThrow();

export async function deleteVariable(trx: Work, { organizationId, variableId }: VariablePlace): Promise<void> {
  await trx
    .deleteFrom('orgVariables')
    .where('organizationId', '=', organizationId)
    .where('id', '=', variableId)
    .execute();
}

/** Writes a line of the change log, and forgets the oldest of a variable that has too many. */
export async function logChange(
  trx: Work,
  { organizationId, variableId }: VariablePlace,
  change: TypedValue & { name: string; deed: OrgVariableChangeRow['deed']; at: Date; by: string | null },
): Promise<void> {
  const { name, deed, type, value, at, by } = change;
  await trx
    .insertInto('orgVariableChanges')
    .values({
      organizationId,
      id: newId(),
      variableId,
      name,
      deed,
      type,
      value: JSON.stringify(value),
      at,
      changedBy: by,
    })
    .execute();
  await sql`
    delete from org_variable_changes where organization_id = ${organizationId}::uuid and variable_id = ${variableId}::uuid
      and id <= (select id from org_variable_changes
        where organization_id = ${organizationId}::uuid and variable_id = ${variableId}::uuid
        order by id desc offset ${keptChanges} limit 1)`.execute(trx);
}

/** A page of the change log, the newest first: of all variables, or of one. */
export async function listChanges(
  trx: Work,
  organizationId: string,
  request: PageRequest & { variableId?: string | undefined },
): Promise<Page<OrgVariableChangeRow>> {
  const { after, variableId = null } = request;
  const ofThese = sql<SqlBool>`c.organization_id = ${organizationId}::uuid
    and (${variableId}::uuid is null or c.variable_id = ${variableId}::uuid)`;
  const { rows } = await sql<OrgVariableChangeRow>`
    select c.id, c.variable_id, c.name, c.deed, c.type, c.value, c.at,
      (select u.name from auth."user" u where u.id = c.changed_by) as by_name
    from org_variable_changes c
    where ${ofThese} and (${after?.id ?? null}::uuid is null or c.id < ${after?.id ?? null}::uuid)
    order by c.id desc limit ${request.limit + 1}`.execute(trx);
  const total = await countUpTo(trx, sql`select 1 from org_variable_changes c where ${ofThese}`);
  return { ...toPage(rows, request, ({ id }) => ({ key: id, id })), total };
}
