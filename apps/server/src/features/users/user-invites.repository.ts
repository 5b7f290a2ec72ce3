import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

type Anywhere = Work | Database['global'];

export interface InviteRow extends Pick<
  Row<'invites'>,
  'id' | 'kind' | 'email' | 'role' | 'groupIds' | 'lang' | 'createdAt' | 'expiresAt' | 'accessUntil'
> {
  invitedById: string;
  invitedBy: string | null;
}

/** What an invitation is made of. */
export type InviteValues = Omit<InviteRow, 'id' | 'invitedBy'>;

export interface InvitePlace {
  organizationId: string;
  inviteId: string;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const rowsOf = (organizationId: string): RawBuilder<unknown> => sql`
  select i.id, i.kind, i.email, i.role, i.group_ids, i.lang, i.invited_by as invited_by_id, u.name as invited_by, i.created_at, i.expires_at, i.access_until
  from invites i left join auth."user" u on u.id = i.invited_by where i.organization_id = ${organizationId}`;

export async function listInvites(
  trx: Work,
  organizationId: string,
  request: PageRequest & { kind?: 'user' | 'support' | undefined; search?: string | undefined },
): Promise<Page<InviteRow>> {
  const wanted = sql`(${request.kind ?? null}::text is null or i.kind = ${request.kind ?? null}) and strpos(lower(i.email), lower(${request.search ?? ''})) > 0`;
  // Ids rise with time, so that they alone give the order.
  const after = request.after === null ? sql`true` : sql`i.id < ${request.after.id}::uuid`;
  const { rows } =
    await sql<InviteRow>`${rowsOf(organizationId)} and ${wanted} and ${after} order by i.id desc limit ${request.limit + 1}`.execute(
      trx,
    );
  const total = await countUpTo(
    trx,
    sql`select 1 from invites i where i.organization_id = ${organizationId} and ${wanted}`,
  );
  return { ...toPage(rows, request, (row) => ({ key: '', id: row.id })), total };
}

export async function findInvite(trx: Work, { organizationId, inviteId }: InvitePlace): Promise<InviteRow | undefined> {
  const { rows } = await sql<InviteRow>`${rowsOf(organizationId)} and i.id = ${inviteId} for update of i`.execute(trx);
  return rows[0];
}

/** A new invitation, in the place of one of the same address that ran out; undefined when one waits still. */
export async function insertInvite(
  trx: Work,
  organizationId: string,
  values: InviteValues,
): Promise<string | undefined> {
  const { kind, email, role, groupIds, lang, invitedById: invitedBy, createdAt, expiresAt, accessUntil } = values;
  await trx
    .deleteFrom('invites')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('email', '=', email)
    .where('expiresAt', '<=', createdAt)
    .execute();
  const row = await trx
    .insertInto('invites')
    .values({
      organizationId,
      id: newId(),
      kind,
      email,
      role,
      groupIds,
      lang,
      invitedBy,
      createdAt,
      expiresAt,
      accessUntil,
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'kind', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function prolongInvite(
  trx: Work,
  { organizationId, inviteId }: InvitePlace,
  expiresAt: Date,
): Promise<void> {
  await trx
    .updateTable('invites')
    .set({ expiresAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', inviteId)
    .execute();
}

export async function deleteInvite(trx: Work, { organizationId, inviteId }: InvitePlace): Promise<boolean> {
  const row = await trx
    .deleteFrom('invites')
    .where('organizationId', '=', organizationId)
    .where('id', '=', inviteId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A new link of an invitation; the one from before ends. Only its hash is kept. */
export async function renewLink(trx: Work, { organizationId, inviteId }: InvitePlace): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('inviteLinks')
    .values({ tokenHash: hashOf(token), organizationId, inviteId })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'inviteId']).doUpdateSet({ tokenHash: hashOf(token) }),
    )
    .execute();
  return token;
}

/** Where the invitation of a link is; nothing more is known before its organization is entered. */
export async function findLink(database: Database, token: string): Promise<InvitePlace | undefined> {
  return database.global
    .selectFrom('inviteLinks')
    .select(['organizationId', 'inviteId'])
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();
}

/** The invitation that a link belongs to now; another link may have been mailed meanwhile. */
export async function inviteOfLink(trx: Work, organizationId: string, token: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('inviteLinks')
    .select('inviteId')
    .where('tokenHash', '=', hashOf(token))
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row?.inviteId;
}

export async function organizationName(trx: Work, organizationId: string): Promise<string> {
  return (
    (await trx.selectFrom('organizations').select('name').where('id', '=', organizationId).executeTakeFirst())?.name ??
    ''
  );
}

/** Which of these addresses belong to members. */
export async function membersByEmail(
  trx: Work,
  organizationId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select u.email from memberships m join auth."user" u on u.id = m.user_id
    where m.organization_id = ${organizationId} and u.email = any (${[...emails]}::text[])`.execute(trx);
  return new Set(rows.map((row) => row.email));
}

/** Accounts belong to no organization. */
export async function emailOf(trx: Anywhere, userId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`select email from auth."user" where id = ${userId}`.execute(trx);
  return rows[0]?.email ?? '';
}
