import { createHash } from 'node:crypto';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';

const attemptsAllowed = 10;
const windowMs = 15 * 60_000;
const lockMs = 15 * 60_000;

/** What is being guessed, and from where if that is counted apart: `password:<e-mail> …`, `mfa:<user>`. Whether it exists makes no difference. */
type Key = `${'password' | 'mfa' | 'mail'}:${string}`;

export interface AttemptLocks {
  /** Counts an attempt before it is made; throws `code` with `retryAfterMs` once there were `allowed` (ten) without a success within 15 minutes. */
  claim(key: Key, code: ErrorCode, allowed?: number): Promise<void>;
  /** After a success. */
  forgive(key: Key): Promise<void>;
  /** Takes one attempt back, because it succeeded; failures around it still count. */
  refund(key: Key): Promise<void>;
}

const hashOf = (key: Key): Buffer => createHash('sha256').update(key).digest();

/** Counts guesses in all server processes together. */
export function createAttemptLocks({ database, clock }: { database: Database; clock: Clock }): AttemptLocks {
  return {
    claim: async (key, code, allowed = attemptsAllowed) => {
      const now = new Date(clock());
      const isOver = sql`(f.since <= ${new Date(clock() - windowMs)} and f.locked_until is null) or f.locked_until <= ${now}`;
      // Counted before it is checked: a hundred guesses at once are a hundred guesses.
      const { rows } = await sql<{ count: number; lockedUntil: Date | null }>`
        insert into auth.failures as f (key_hash, count, since) values (${hashOf(key)}, 1, ${now})
        on conflict (key_hash) do update set
          count = case when ${isOver} then 1 else f.count + 1 end,
          since = case when ${isOver} then excluded.since else f.since end,
          locked_until = case when ${isOver} then null when f.locked_until is null and f.count + 1 >= ${allowed} then ${new Date(clock() + lockMs)}::timestamptz else f.locked_until end
        returning count, locked_until`.execute(database.global);
      const row = rows[0];
      if (row?.lockedUntil && row.count > allowed)
        throw new AppError(code, { retryAfterMs: row.lockedUntil.getTime() - clock() });
    },
    forgive: async (key) => {
      await database.global.deleteFrom('auth.failures').where('keyHash', '=', hashOf(key)).execute();
    },
    refund: async (key) => {
      await sql`update auth.failures set count = count - 1 where key_hash = ${hashOf(key)} and count > 0`.execute(
        database.global,
      );
    },
  };
}

/** Counts that do not count any more. */
export async function deleteOldFailures(database: Database, now: Date): Promise<void> {
  await database.global
    .deleteFrom('auth.failures')
    .where('since', '<', new Date(now.getTime() - windowMs - lockMs))
    .execute();
}
