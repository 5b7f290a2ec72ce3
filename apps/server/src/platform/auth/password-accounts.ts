import { AppError } from '@sightline/contracts/shared/errors';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import type { AccountScope, Database } from '../database/database.ts';
import { newId } from '../ids/ids.ts';

/** Name that the sign-in library gave to passwords among the ways of signing in. */
export const passwordProvider = 'credential';

export interface Account {
  id: string;
  email: string;
  name: string;
  isEmailVerified: boolean;
}

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** A transaction, or none. */
export interface PasswordAccounts {
  /** Makes an account whose address is known to be its owner's. Throws `email_taken`. */
  create(input: NewAccount, trx?: AccountScope): Promise<Account>;
  /** Makes an account by a hash that was made before; null when the address is taken. `isEmailVerified` false: it cannot sign in yet. */
  insert(
    trx: AccountScope,
    input: { name: string; email: string; passwordHash: string; isEmailVerified: boolean },
  ): Promise<Account | null>;
  /** The account when the password is right; null otherwise, in the same time for an unknown e-mail as for a wrong password. */
  check(input: { email: string; password: string }): Promise<Account | null>;
  hash(password: string): Promise<string>;
  /** Sets the password, also of an account that had none. */
  setPassword(trx: AccountScope, userId: string, passwordHash: string): Promise<void>;
  findByEmail(trx: AccountScope, email: string): Promise<Account | null>;
}

const columns = sql`u.id, u.email, u.name, u."emailVerified" as is_email_verified`;

async function findByEmail(trx: AccountScope, email: string): Promise<Account | null> {
  const { rows } =
    await sql<Account>`select ${columns} from auth."user" u where u.email = ${email.toLowerCase()}`.execute(trx);
  return rows[0] ?? null;
}

/** Accounts in the tables of the sign-in library and with its password hashes; its sessions and its HTTP handler are not used. */
export function createPasswordAccounts({ database, clock }: { database: Database; clock: Clock }): PasswordAccounts {
  // Checked for addresses that nobody has, so that they take as long as others.
  const decoy = hashPassword(newId());

  const setPassword = async (trx: AccountScope, userId: string, passwordHash: string): Promise<void> => {
    const now = new Date(clock());
    const { numAffectedRows = 0n } = await sql`
      update auth."account" set password = ${passwordHash}, "updatedAt" = ${now} where "userId" = ${userId} and "providerId" = ${passwordProvider}`.execute(
      trx,
    );
    if (numAffectedRows > 0n) return;
    await sql`
      insert into auth."account" (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
      values (${newId()}, ${userId}, ${passwordProvider}, ${userId}, ${passwordHash}, ${now}, ${now})`.execute(trx);
  };

  const insert: PasswordAccounts['insert'] = async (trx, input) => {
    const { rows } = await sql<Account>`
      insert into auth."user" as u (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values (${newId()}, ${input.name}, ${input.email.toLowerCase()}, ${input.isEmailVerified}, ${new Date(clock())}, ${new Date(clock())})
      on conflict (email) do nothing returning ${columns}`.execute(trx);
    const account = rows[0];
    if (!account) return null;
    await setPassword(trx, account.id, input.passwordHash);
    return account;
  };

  return {
    insert,
    setPassword,
    findByEmail,
    hash: (password) => hashPassword(password),
    create: async ({ name, email, password }, trx) => {
      const passwordHash = await hashPassword(password);
      const work = (scope: AccountScope) => insert(scope, { name, email, passwordHash, isEmailVerified: true });
      const account = await (trx ? work(trx) : database.global.transaction().execute(work));
      if (!account) throw new AppError('email_taken');
      return account;
    },
    check: async ({ email, password }) => {
      const { rows } = await sql<Account & { password: string | null }>`
        select ${columns}, a.password from auth."user" u
        left join auth."account" a on a."userId" = u.id and a."providerId" = ${passwordProvider}
        where u.email = ${email.toLowerCase()}`.execute(database.global);
      const found = rows[0];
      const isRight = await verifyPassword({ hash: found?.password ?? (await decoy), password });
      if (!found?.password || !isRight) return null;
      const { password: _hash, ...account } = found;
      return account;
    },
  };
}
