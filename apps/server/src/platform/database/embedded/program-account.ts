import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { StartFailure } from './start-failure.ts';

/** The account PostgreSQL runs as when we are root, which PostgreSQL itself refuses to be. */
export type ProgramAccount = { name: string; uid: number; gid: number };

const preferredAccounts = ['sightline', 'postgres', 'nobody'];

/** Undefined means: run as the user we are. */
export function chooseAccount(passwdFile = '/etc/passwd'): ProgramAccount | undefined {
  if (process.getuid?.() !== 0) {
    refuseNamelessUser();
    return undefined;
  }
  const accounts = readAccounts(passwdFile);
  for (const name of preferredAccounts) {
    const account = accounts.get(name);
    if (account && account.uid > 0) return account;
  }
  const message = `PostgreSQL refuses to run as root and none of the accounts ${preferredAccounts.join(', ')} exists; run as an ordinary user.`;
  throw new StartFailure('database_start_failed', message);
}

function refuseNamelessUser(): void {
  try {
    userInfo();
  } catch (error) {
    const message = `PostgreSQL needs a name for user number ${process.getuid?.()}; add it to /etc/passwd or run as another user.`;
    throw new StartFailure('database_start_failed', message, error);
  }
}

function readAccounts(passwdFile: string): Map<string, ProgramAccount> {
  const accounts = new Map<string, ProgramAccount>();
  for (const line of readFileSync(passwdFile, 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) accounts.set(name, { name, uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}
