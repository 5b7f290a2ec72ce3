import type { AuditActionOf } from '../../platform/database/changes.ts';
import type { MfaEnrolment, MfaMethod } from '@sightline/contracts/mfa/mfa';
import { AppError } from '@sightline/contracts/shared/errors';
import QRCode from 'qrcode';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { accountMail, type ChangeAccount } from '../accounts/accounts.public.ts';
import type { SessionsService } from '../sessions/sessions.public.ts';
import { hashOfBackupCode, newBackupCodes, newTotpSecret, totpUri } from './mfa-codes.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';
import { secretContext } from './mfa-proof.ts';
import * as repository from './mfa.repository.ts';

const methodsAtMost = 10;

interface MfaDeps {
  database: Database;
  box: SealedBox;
  clock: Clock;
  mails: Mails;
  mfa: MfaProof;
  sessions: SessionsService;
  change: ChangeAccount;
  /** Throws `password_wrong`; accounts without a password pass. */
  confirmPassword(actor: SessionActor, password: string | undefined): Promise<void>;
  readerOf(actor: SessionActor): Promise<{ email: string; lang: 'en' | 'he'; name: string }>;
}

const present = (row: repository.MfaMethodRow): MfaMethod => ({
  id: row.id,
  kind: 'totp',
  name: row.name,
  isVerified: row.verifiedAt !== null,
  createdAt: row.createdAt.getTime(),
  lastUsedAt: row.lastUsedAt?.getTime() ?? null,
});

async function findOwn({ database }: MfaDeps, userId: string, id: string): Promise<repository.MfaMethodRow> {
  const found = (await repository.listMethods(database.global, userId)).find((method) => method.id === id);
  if (!found) throw new AppError('not_found');
  return found;
}

/** A change that stands in the audit and of which the person is told by mail. */
async function audited<T>(
  deps: MfaDeps,
  { actor, action }: { actor: SessionActor; action: AuditActionOf<'user'> },
  work: (scope: AccountScope) => Promise<T>,
): Promise<T> {
  const reader = await deps.readerOf(actor);
  return deps.change({ userId: actor.userId, by: actor, action }, async (scope) => {
    const result = await work(scope);
    await deps.mails.queue(scope, accountMail('mfaChanged', reader));
    return result;
  });
}

async function renewCodes(scope: AccountScope, userId: string): Promise<string[]> {
  const codes = newBackupCodes();
  await repository.replaceBackupCodes(
    scope,
    userId,
    codes.map((code) => hashOfBackupCode(userId, code)),
  );
  return codes;
}

async function createMethod(
  deps: MfaDeps,
  actor: SessionActor,
  input: { name: string; password?: string | undefined },
): Promise<MfaEnrolment> {
  const { database, box, clock, sessions } = deps;
  await sessions.requireOwnAccount(actor);
  await deps.confirmPassword(actor, input.password);
  const { email } = await deps.readerOf(actor);
  const verified = (await repository.listMethods(database.global, actor.userId)).filter(
    ({ verifiedAt }) => verifiedAt !== null,
  );
  if (verified.length >= methodsAtMost) throw new AppError('too_many');
  const secret = newTotpSecret();
  const id = newId();
  const sealed = box.seal(secret, secretContext(id));
  const row = await database.global.transaction().execute(async (trx) => {
    await repository.deleteUnverified(trx, actor.userId);
    return repository.insertMethod(trx, actor.userId, { id, name: input.name, sealed, createdAt: new Date(clock()) });
  });
  const uri = totpUri(secret, email);
  return {
    method: present(row),
    uri,
    qrSvg: await QRCode.toString(uri, { type: 'svg', margin: 2 }),
    manualCode: secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
  };
}

/** With the first method come backup codes, and a refresh token with which this session goes on; all others end. */
async function verifyMethod(
  deps: MfaDeps,
  actor: SessionActor,
  given: { id: string; code: string },
): Promise<VerifiedMethod> {
  const { clock, mfa, sessions } = deps;
  const { id, code } = given;
  await sessions.requireOwnAccount(actor);
  const method = await findOwn(deps, actor.userId, id);
  if (!(await mfa.proveWith(actor.userId, method, code))) throw new AppError('mfa_code_wrong');
  const codes = await audited(deps, { actor, action: 'mfa.add' }, async (scope) => {
    await repository.lockPerson(scope, actor.userId);
    const isFirst = !(await repository.listMethods(scope, actor.userId)).some(({ verifiedAt }) => verifiedAt !== null);
    await repository.markVerified(scope, id, new Date(clock()));
    return isFirst ? renewCodes(scope, actor.userId) : null;
  });
  await sessions.markMfa(actor.sessionId);
  if (codes !== null) await sessions.endSessions(actor.userId, { except: actor.sessionId });
  const refreshToken = codes === null ? null : await sessions.replaceTokens(actor.sessionId);
  return { method: present(await findOwn(deps, actor.userId, id)), codes, refreshToken };
}

interface VerifiedMethod {
  method: MfaMethod;
  codes: string[] | null;
  refreshToken: string | null;
}

/** Second factors of a person. */
export type MfaService = ReturnType<typeof createMfaService>;

/** Second factors: added with a code, removed with a code, with backup codes for a lost telephone. */
export function createMfaService(deps: MfaDeps) {
  const { database, mfa, sessions } = deps;
  const requireCode = async (userId: string, code: string): Promise<void> => {
    if (!(await mfa.prove(userId, code))) throw new AppError('mfa_code_wrong');
  };
  return {
    list: async ({
      userId,
    }: SessionActor): Promise<{ items: MfaMethod[]; backupCodesLeft: number; isDemanded: boolean }> => {
      const [rows, backupCodesLeft, isDemanded] = await Promise.all([
        repository.listMethods(database.global, userId),
        repository.countBackupCodes(database.global, userId),
        repository.isDemanded(database, userId),
      ]);
      return { items: rows.map(present), backupCodesLeft, isDemanded };
    },
    create: (actor: SessionActor, input: { name: string; password?: string | undefined }): Promise<MfaEnrolment> =>
      createMethod(deps, actor, input),
    verify: (actor: SessionActor, given: { id: string; code: string }): Promise<VerifiedMethod> =>
      verifyMethod(deps, actor, given),
    remove: async (actor: SessionActor, id: string, code: string): Promise<void> => {
      await sessions.requireOwnAccount(actor);
      const method = await findOwn(deps, actor.userId, id);
      const isDemanded = await repository.isDemanded(database, actor.userId);
      await requireCode(actor.userId, code);
      await audited(deps, { actor, action: 'mfa.remove' }, async (scope) => {
        await repository.lockPerson(scope, actor.userId);
        const others = (await repository.listMethods(scope, actor.userId)).filter(
          (one) => one.verifiedAt !== null && one.id !== id,
        );
        if (others.length === 0 && method.verifiedAt !== null && isDemanded) throw new AppError('mfa_demanded');
        await repository.deleteMethod(scope, actor.userId, id);
        if (others.length > 0) return;
        await repository.replaceBackupCodes(scope, actor.userId, []);
        if (method.verifiedAt !== null) await sessions.forgetMfa(scope, actor.userId);
      });
    },
    renewBackupCodes: async (actor: SessionActor, code: string): Promise<string[]> => {
      await sessions.requireOwnAccount(actor);
      await requireCode(actor.userId, code);
      return audited(deps, { actor, action: 'mfa.renewBackupCodes' }, (scope) => renewCodes(scope, actor.userId));
    },
  };
}
