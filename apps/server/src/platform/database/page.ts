import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from './database.ts';

/** Counting stops here, so that no list costs more than this. */
export const countLimit = 10_000;

/** What a list asks for: `after` is the sort key and the id of the last row of the page before. */
export interface PageRequest {
  limit: number;
  after: { key: string; id: string } | null;
}

/** Reads the page query of a call; a cursor that we did not make is refused. */
export function pageRequest(query: { limit: number; cursor?: string | undefined }): PageRequest {
  if (query.cursor === undefined) return { limit: query.limit, after: null };
  try {
    const value: unknown = JSON.parse(Buffer.from(query.cursor, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === 2) {
      const [key, id] = value as unknown[];
      if (typeof key === 'string' && !key.includes('\0') && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))
        return { limit: query.limit, after: { key, id } };
    }
  } catch {
    // Answered below, like every other cursor that is not ours.
  }
  throw new AppError('validation_failed', { fields: ['cursor'] });
}

/** Instant of a cursor, whose key is it in milliseconds or as ISO text; refused where it is none. */
export function cursorInstant({ key }: NonNullable<PageRequest['after']>): Date {
  const at = new Date(/^\d+$/.test(key) ? Number(key) : key);
  const year = at.getUTCFullYear();
  // What lies far beyond all that is recorded is none that we made, and PostgreSQL reads no such year.
  if (!(year >= 1 && year <= 9999)) throw new AppError('validation_failed', { fields: ['cursor'] });
  return at;
}

/** Cuts one row too many off and makes the cursor of the next page. */
export function toPage<T>(
  rows: readonly T[],
  request: PageRequest,
  keyOf: (row: T) => { key: string; id: string },
): Pick<Page<T>, 'items' | 'nextCursor'> {
  const items = rows.slice(0, request.limit);
  const last = items.at(-1);
  if (rows.length <= request.limit || last === undefined) return { items, nextCursor: null };
  const { key, id } = keyOf(last);
  return { items, nextCursor: Buffer.from(JSON.stringify([key, id])).toString('base64url') };
}

/** Condition that continues after the last row; the list must be sorted by the same two, ascending. */
export function afterCursor(
  request: PageRequest,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (request.after === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${key}, ${id}) > (${request.after.key}, ${request.after.id}::uuid)`;
}

/** Counts the rows of a query, at most 10,000 of them. */
export async function countUpTo(trx: Work, rows: RawBuilder<unknown>): Promise<Page<never>['total']> {
  const { rows: found } = await sql<{
    value: number;
  }>`select count(*) as value from (${rows} limit ${countLimit + 1}) as counted`.execute(trx);
  return totalOf(found[0]?.value ?? 0);
}

/** A count as people are told of it: exact up to 10,000. */
export const totalOf = (count: number): Page<never>['total'] =>
  count > countLimit ? { value: countLimit, relation: 'atLeast' } : { value: count, relation: 'exact' };
