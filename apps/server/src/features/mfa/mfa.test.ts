import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { signInRulesTopic } from '../../platform/auth/sign-in-rules-topic.ts';

const password = 'a long password';
let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
});
beforeEach(() => void (now += 16 * 60_000));
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const generate = (manualCode: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(manualCode.replaceAll(' ', '')) }).generate({ timestamp: now + offsetMs });
const signIn = (person: TestPerson) =>
  server.call(sessionsCalls.signIn, { body: { email: person.session.user.email, password } });
const challengeOf = async (person: TestPerson) =>
  ((await signIn(person)).body as unknown as { data: { challenge: string } }).data.challenge;
const answer = (challenge: string, code: string) =>
  server.call(sessionsCalls.answerChallenge, { body: { challenge, code } });

/** A person whose authenticator is verified; `now` has moved on by a step, so that the next code is a new one. */
async function enrolled() {
  const person = await server.person();
  const begun = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
  const done = await person.call(mfaCalls.verify, {
    params: { id: begun.method.id },
    body: { code: generate(begun.manualCode) },
  });
  expect(done.status).toBe(200);
  now += 30_000;
  return { person, id: begun.method.id, manualCode: begun.manualCode, codes: done.body.codes ?? [] };
}

describe('adding an authenticator', () => {
  it('is refused without the password, and with a wrong one', async () => {
    const person = await server.person();
    expect(codeOf(await person.call(mfaCalls.create, { body: { name: 'Phone' } }))).toBe('password_wrong');
    expect(codeOf(await person.call(mfaCalls.create, { body: { name: 'Phone', password: 'wrong' } }))).toBe(
      'password_wrong',
    );
  });

  it('MFA-006 does not count before a code of it was verified; a wrong one is refused', async () => {
    const person = await server.person();
    const begun = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
    expect(begun.method).toMatchObject({ kind: 'totp', name: 'Phone', isVerified: false });
    const wrong = generate(begun.manualCode) === '000000' ? '111111' : '000000';
    expect(codeOf(await person.call(mfaCalls.verify, { params: { id: begun.method.id }, body: { code: wrong } }))).toBe(
      'mfa_code_wrong',
    );
    expect((await signIn(person)).status).toBe(200);
  });

  it('is nobody else’s to finish', async () => {
    const [person, other] = [await server.person(), await server.person()];
    const begun = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
    expect(
      codeOf(
        await other.call(mfaCalls.verify, {
          params: { id: begun.method.id },
          body: { code: generate(begun.manualCode) },
        }),
      ),
    ).toBe('not_found');
  });

  it('MFA-001 starts again with another code; the old one is gone', async () => {
    const person = await server.person();
    const first = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
    const second = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
    expect(second.manualCode).not.toBe(first.manualCode);
    expect(
      codeOf(
        await person.call(mfaCalls.verify, {
          params: { id: first.method.id },
          body: { code: generate(first.manualCode) },
        }),
      ),
    ).toBe('not_found');
    expect((await person.call(mfaCalls.list, {})).body.items).toHaveLength(1);
  });

  it('MFA-005 MFA-006 shows a picture and a code for typing, then ten backup codes once; the list has it and sign-in asks for it', async () => {
    const person = await server.person();
    const begun = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
    expect(begun.qrSvg).toMatch(/^<svg /);
    expect(begun.manualCode).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const { body } = await person.call(mfaCalls.verify, {
      params: { id: begun.method.id },
      body: { code: generate(begun.manualCode) },
    });
    expect(body.codes).toHaveLength(10);
    expect((await person.call(mfaCalls.list, {})).body).toMatchObject({
      items: [{ name: 'Phone', isVerified: true }],
      backupCodesLeft: 10,
      isDemanded: false,
    });
    expect(codeOf(await signIn(person))).toBe('mfa_required');
    expect((await waitForMail(server, person.session.user.email)).subject).toBe(
      'Your two-step verification was changed',
    );
  });

  it('ends sessions that know nothing of it, and the tokens of before', async () => {
    const person = await server.person();
    const other = (await signIn(person)).body.accessToken;
    const begun = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
    await person.call(mfaCalls.verify, { params: { id: begun.method.id }, body: { code: generate(begun.manualCode) } });
    expect((await server.call(sessionsCalls.current, {}, other)).status).toBe(401);
    expect((await person.call(sessionsCalls.current, {})).status).toBe(200);
  });

  it('keeps secrets and codes out of the database, where they could be read', async () => {
    const { manualCode, codes } = await enrolled();
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(m::text, ' ') from auth.mfa_methods m) || (select string_agg(c::text, ' ') from auth.mfa_backup_codes c) as text`.execute(
      server.platform.database.global,
    );
    const secret = manualCode.replaceAll(' ', '');
    for (const text of [
      secret,
      Buffer.from(secret).toString('hex'),
      codes[0] ?? 'x',
      Buffer.from(codes[0] ?? 'x').toString('hex'),
    ])
      expect(rows[0]?.text).not.toContain(text);
  });
});

describe('signing in with a second factor', () => {
  it('is refused without a challenge, with a made-up one, and after five minutes', async () => {
    const { person, manualCode } = await enrolled();
    expect(codeOf(await answer('x', generate(manualCode)))).toBe('mfa_challenge_ended');
    const challenge = await challengeOf(person);
    now += 300_001;
    expect(codeOf(await answer(challenge, generate(manualCode)))).toBe('mfa_challenge_ended');
  });

  it('gives no session for the password alone', async () => {
    const { person } = await enrolled();
    const refused = await signIn(person);
    expect(refused.status).toBe(403);
    expect(refused.cookie).toBeNull();
    expect(JSON.stringify(refused.body)).not.toContain('accessToken');
  });

  it('ends a challenge with the fifth wrong code, also for a right one', async () => {
    const { person, manualCode } = await enrolled();
    const challenge = await challengeOf(person);
    const right = generate(manualCode);
    const wrong = right === '000000' ? '111111' : '000000';
    for (let n = 0; n < 5; n += 1) expect(codeOf(await answer(challenge, wrong))).toBe('mfa_code_wrong');
    expect(codeOf(await answer(challenge, right))).toBe('mfa_challenge_ended');
  });

  it('counts wrong codes over all challenges of an account', async () => {
    const { person, manualCode } = await enrolled();
    const codes = [];
    for (let n = 0; n < 3; n += 1) {
      const challenge = await challengeOf(person);
      for (let k = 0; k < 4; k += 1) codes.push(codeOf(await answer(challenge, 'abcdef')));
    }
    expect(codes.slice(0, 10)).toEqual(Array<string>(10).fill('mfa_code_wrong'));
    expect(codes.slice(10)).toEqual(['rate_limited', 'rate_limited']);
    expect(codeOf(await answer(await challengeOf(person), generate(manualCode)))).toBe('rate_limited');
  });

  it('takes no code twice: not later, not of the step before, not by eight at once', async () => {
    const { person, manualCode } = await enrolled();
    const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeOf(person)));
    const code = generate(manualCode);
    const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await answer(await challengeOf(person), generate(manualCode, -30_000)))).toBe('mfa_code_wrong');
    now += 30_000;
    expect((await answer(await challengeOf(person), generate(manualCode))).status).toBe(200);
  });

  it('MFA-006 AUTH-029 takes a code of the authenticator, also of a clock that is a step away', async () => {
    const { person, manualCode } = await enrolled();
    const { body, cookie, status } = await answer(await challengeOf(person), generate(manualCode, 30_000));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { id: person.userId },
      activeOrganizationId: person.session.activeOrganizationId,
    });
    expect(cookie).toMatch(/^sightline_refresh=/);
  });

  it('MFA-006 takes each backup code once', async () => {
    const { person, codes } = await enrolled();
    const [code = ''] = codes;
    expect((await answer(await challengeOf(person), code.toUpperCase().replace('-', ''))).status).toBe(200);
    expect(codeOf(await answer(await challengeOf(person), code))).toBe('mfa_code_wrong');
  });

  it('ends the challenges of a password that is another one by now', async () => {
    const { person, manualCode } = await enrolled();
    const challenge = await challengeOf(person);
    const change = { currentPassword: password, newPassword: 'another long password' };
    expect((await person.call(accountsCalls.changePassword, { body: change })).status).toBe(200);
    expect(codeOf(await answer(challenge, generate(manualCode)))).toBe('mfa_challenge_ended');
  });

  it('ends the challenges of a provider that is switched off', async () => {
    const { person, manualCode } = await enrolled();
    const organizationId = person.session.activeOrganizationId ?? '';
    const oidc = { kind: 'oidc' as const, name: 'Corp', oidc: { issuer: 'https://1.1.1.1/', clientId: 'x' } };
    const made = (await person.call(authProvidersCalls.create, { body: oidc })).body;
    const proven = { userId: person.userId, authProviderId: made.id, providerOrganizationId: organizationId };
    const refused = await server.platform.sessions
      .open(proven, { address: '127.0.0.1', userAgent: null })
      .catch((error: unknown) => error);
    const { challenge } = (refused as { data: { challenge: string } }).data;
    const off = { params: { id: made.id }, body: { provider: { ...oidc, isEnabled: false }, revision: made.revision } };
    expect((await person.call(authProvidersCalls.update, off)).status).toBe(200);
    expect(codeOf(await answer(challenge, generate(manualCode)))).toBe('mfa_challenge_ended');
  });

  it('finishes a challenge once', async () => {
    const { person, manualCode } = await enrolled();
    const challenge = await challengeOf(person);
    expect((await answer(challenge, generate(manualCode))).status).toBe(200);
    now += 30_000;
    expect(codeOf(await answer(challenge, generate(manualCode)))).toBe('mfa_challenge_ended');
  });
});

describe('removing a second factor', () => {
  it('needs a code, and no used one', async () => {
    const { person, id, manualCode } = await enrolled();
    expect(codeOf(await person.call(mfaCalls.remove, { params: { id }, body: { code: 'abcdef' } }))).toBe(
      'mfa_code_wrong',
    );
    const code = generate(manualCode);
    expect((await person.call(mfaCalls.renewBackupCodes, { body: { code } })).body.codes).toHaveLength(10);
    expect(codeOf(await person.call(mfaCalls.remove, { params: { id }, body: { code } }))).toBe('mfa_code_wrong');
  });

  it('lets the password alone in again, and its backup codes end', async () => {
    const { person, id, manualCode } = await enrolled();
    expect((await person.call(mfaCalls.remove, { params: { id }, body: { code: generate(manualCode) } })).status).toBe(
      200,
    );
    expect((await signIn(person)).status).toBe(200);
    expect((await person.call(mfaCalls.list, {})).body).toMatchObject({ items: [], backupCodesLeft: 0 });
  });
});

describe('an organization that demands a second factor', () => {
  it('does not believe in one that is gone', async () => {
    const { person, id, manualCode } = await enrolled();
    expect((await person.call(mfaCalls.remove, { params: { id }, body: { code: generate(manualCode) } })).status).toBe(
      200,
    );
    const organizationId = person.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.updateTable('organizations').set({ demandsMfa: true }).execute(),
    );
    server.platform.bus.publish(signInRulesTopic, { organizationId });
    expect(codeOf(await person.call(locationsCalls.list, { query: {} }))).toBe('mfa_demanded');
  });

  async function demanding() {
    const person = await server.person();
    const organizationId = person.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.updateTable('organizations').set({ demandsMfa: true }).execute(),
    );
    server.platform.bus.publish(signInRulesTopic, { organizationId });
    return person;
  }

  it('answers the staff of the installation with mfa_demanded as well', async () => {
    const person = await demanding();
    await server.platform.database.global
      .updateTable('people')
      .set({ isDeveloper: true })
      .where('userId', '=', person.userId)
      .execute();
    expect(codeOf(await person.call(developerCalls.environment, {}))).toBe('mfa_demanded');
  });

  it('answers everything but the own account with mfa_demanded', async () => {
    const person = await demanding();
    expect(codeOf(await person.call(locationsCalls.list, { query: {} }))).toBe('mfa_demanded');
    expect(codeOf(await person.call(organizationsCalls.getCurrent, {}))).toBe('mfa_demanded');
    expect((await person.call(sessionsCalls.current, {})).body).toMatchObject({ barredBy: 'mfa_demanded' });
    expect((await person.call(accountsCalls.getProfile, {})).body).toMatchObject({ isMfaEnabled: false, edges: [] });
    expect((await person.call(mfaCalls.list, {})).body.isDemanded).toBe(true);
  });

  it('opens once a second factor was shown, and does not let the last one go', async () => {
    const person = await demanding();
    const begun = (await person.call(mfaCalls.create, { body: { name: 'Phone', password } })).body;
    await person.call(mfaCalls.verify, { params: { id: begun.method.id }, body: { code: generate(begun.manualCode) } });
    expect((await person.call(locationsCalls.list, { query: {} })).status).toBe(200);
    expect((await person.call(sessionsCalls.current, {})).body.barredBy).toBeNull();
    now += 30_000;
    const code = generate(begun.manualCode);
    expect(codeOf(await person.call(mfaCalls.remove, { params: { id: begun.method.id }, body: { code } }))).toBe(
      'mfa_demanded',
    );
  });
});
