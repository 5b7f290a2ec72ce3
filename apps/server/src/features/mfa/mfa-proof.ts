import type { AttemptLocks } from '../../platform/auth/attempt-locks.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { hashOfBackupCode, stepOfCode } from './mfa-codes.ts';
import * as repository from './mfa.repository.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';

interface MfaProofDeps {
  database: Database;
  box: SealedBox;
  clock: Clock;
  locks: AttemptLocks;
}

/** Name of the place that a sealed secret belongs to. */
export const secretContext = (methodId: string): string => `mfa:${methodId}`;

/** Checks codes. No code works twice, in whatever process and however many try at once. */
export function createMfaProof({ database, box, clock, locks }: MfaProofDeps): MfaProof {
  const isCodeOf = async (method: { id: string; sealed: Buffer }, code: string): Promise<boolean> => {
    const counter = stepOfCode(box.open(method.sealed, secretContext(method.id)), code, clock());
    return counter !== null && repository.useCounter(database.global, method.id, { counter, at: new Date(clock()) });
  };
  const verified = async (userId: string) =>
    (await repository.listMethods(database.global, userId)).filter(({ verifiedAt }) => verifiedAt !== null);
  const counted = async (userId: string, check: () => Promise<boolean>): Promise<boolean> => {
    await locks.claim(`mfa:${userId}`, 'rate_limited');
    const isRight = await check();
    if (isRight) await locks.forgive(`mfa:${userId}`);
    return isRight;
  };
  return {
    isNeeded: async (userId) => (await verified(userId)).length > 0,
    prove: (userId, code) =>
      counted(userId, async () => {
        for (const method of await verified(userId)) if (await isCodeOf(method, code)) return true;
        return repository.useBackupCode(database.global, userId, hashOfBackupCode(userId, code));
      }),
    proveWith: (userId, method, code) => counted(userId, () => isCodeOf(method, code)),
  };
}
