import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { passkeysCalls as calls } from '@sightline/contracts/passkeys/passkeys.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForMail } from '../../../testing/test-mail.ts';
import { TestPasskey } from '../../../testing/test-passkey.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const password = 'a long password';
const origin = 'https://cctv.example.org';
let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_PUBLIC_URL: origin } });
});
beforeEach(() => void (now += 16 * 60_000));
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const challengeIn = (options: Record<string, unknown>): string => String(options['challenge']);

const audited = async (person: TestPerson) =>
  (await person.call(auditCalls.findByFilter, { query: { limit: 100 }, body: {} })).body.items;
const begin = (person: TestPerson) => person.call(calls.begin, { body: { password } });
/** A person with a passkey. */
async function enrolled(key = new TestPasskey(), person?: TestPerson) {
  const who = person ?? (await server.person());
  const { ceremony, options } = (await begin(who)).body;
  const response = key.make({ challenge: challengeIn(options), origin });
  const made = await who.call(calls.create, { body: { ceremony, name: 'Phone', response } });
  return { person: who, key, made };
}
const asked = async () => (await server.call(calls.beginSignIn, { body: {} })).body;
async function signIn(
  key: TestPasskey,
  more: { challenge?: string; origin?: string; ceremony?: string; rpId?: string } = {},
) {
  const question = await asked();
  const { origin: at = origin, rpId, ceremony = question.ceremony, challenge } = more;
  const response = key.sign({ challenge: challengeIn(question.options), origin: at, ...(rpId && { rpId }) });
  return server.call(calls.signIn, { body: { ceremony, response, ...(challenge && { challenge }) } });
}

describe('adding a passkey is refused', () => {
  it('without a session, without the password of the account, and with a wrong one', async () => {
    expect(codeOf(await server.call(calls.begin, { body: { password } }))).toBe('unauthenticated');
    const person = await server.person();
    expect(codeOf(await person.call(calls.begin, { body: {} }))).toBe('password_wrong');
    expect(codeOf(await person.call(calls.begin, { body: { password: 'wrong' } }))).toBe('password_wrong');
  });

  it('with an answer to another question, one that was used, or that of somebody else', async () => {
    const person = await server.person();
    const key = new TestPasskey();
    const create = (ceremony: string, response: Record<string, unknown>, who = person) =>
      who.call(calls.create, { body: { ceremony, name: 'Phone', response } });
    const first = (await begin(person)).body;
    const second = (await begin(person)).body;
    const ofFirst = key.make({ challenge: challengeIn(first.options), origin });
    expect(codeOf(await create(second.ceremony, ofFirst))).toBe('passkey_refused');
    expect(codeOf(await create(first.ceremony, ofFirst, await server.person()))).toBe('passkey_refused');
    expect((await create(first.ceremony, ofFirst)).status).toBe(201);
    expect(codeOf(await create(first.ceremony, ofFirst))).toBe('passkey_refused');
  });

  it('for the page of somebody else, a device that did not recognise the person, and what is no answer at all', async () => {
    const person = await server.person();
    const unseen = new TestPasskey();
    unseen.isVerified = false;
    const answers: ((challenge: string) => Record<string, unknown>)[] = [
      (challenge) => new TestPasskey().make({ challenge, origin: 'https://cctv.example.net' }),
      (challenge) => new TestPasskey().make({ challenge, origin, rpId: 'example.net' }),
      (challenge) => unseen.make({ challenge, origin }),
      () => ({}),
      () => ({ id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '{', attestationObject: 7 } }),
    ];
    for (const answer of answers) {
      const { ceremony, options } = (await begin(person)).body;
      const body = { ceremony, name: 'Phone', response: answer(challengeIn(options)) };
      expect(codeOf(await person.call(calls.create, { body }))).toBe('passkey_refused');
    }
    expect((await person.call(calls.list, {})).body.items).toEqual([]);
  });

  it('where the same key belongs to another account', async () => {
    const { key } = await enrolled();
    const { made } = await enrolled(key, await server.person());
    expect(codeOf(made)).toBe('passkey_refused');
  });
});

describe('a passkey', () => {
  it('is listed with its name and nothing of the key, told by mail, and kept in the audit', async () => {
    const { person, key, made } = await enrolled();
    expect(made.body).toMatchObject({ name: 'Phone', isSynced: false, lastUsedAt: null });
    const { items, isAvailable } = (await person.call(calls.list, {})).body;
    expect([items.length, isAvailable]).toEqual([1, true]);
    expect(JSON.stringify(items)).not.toContain(key.id);
    expect((await waitForMail(server, person.session.user.email)).subject).toContain('passkeys of your account');
    expect((await audited(person)).map(({ method }) => method)).toContain('passkey.add');
  });

  it('is renamed and removed by its owner alone, and then signs nobody in', async () => {
    const { person, key, made } = await enrolled();
    const params = { id: made.body.id };
    const other = await server.person();
    expect(codeOf(await other.call(calls.rename, { params, body: { name: 'Mine' } }))).toBe('not_found');
    expect(codeOf(await other.call(calls.remove, { params, body: { password } }))).toBe('not_found');
    expect(codeOf(await person.call(calls.remove, { params, body: {} }))).toBe('password_wrong');
    expect((await person.call(calls.rename, { params, body: { name: 'Work phone' } })).body.name).toBe('Work phone');
    expect((await person.call(calls.remove, { params, body: { password } })).status).toBe(200);
    expect(codeOf(await signIn(key))).toBe('passkey_refused');
  });
});

describe('signing in by a passkey is refused', () => {
  it('for a key that nobody has, another page, a device that did not recognise the person, and a question that is used or late', async () => {
    const { key } = await enrolled();
    expect(codeOf(await signIn(new TestPasskey()))).toBe('passkey_refused');
    expect(codeOf(await signIn(key, { origin: 'https://cctv.example.net' }))).toBe('passkey_refused');
    expect(codeOf(await signIn(key, { rpId: 'example.net' }))).toBe('passkey_refused');
    expect(codeOf(await signIn(key, { ceremony: 'made-up' }))).toBe('passkey_refused');
    key.isVerified = false;
    expect(codeOf(await signIn(key))).toBe('passkey_refused');
    key.isVerified = true;
    const question = await asked();
    const response = key.sign({ challenge: challengeIn(question.options), origin });
    const again = () => server.call(calls.signIn, { body: { ceremony: question.ceremony, response } });
    expect((await again()).status).toBe(200);
    expect(codeOf(await again())).toBe('passkey_refused');
    const old = await asked();
    now += 5 * 60_000 + 1;
    const late = { ceremony: old.ceremony, response: key.sign({ challenge: challengeIn(old.options), origin }) };
    expect(codeOf(await server.call(calls.signIn, { body: late }))).toBe('passkey_refused');
  });

  it('for a copy of a key that counts its uses, and the audit says so', async () => {
    const { person, key } = await enrolled();
    expect((await signIn(key)).status).toBe(200);
    key.turnBack();
    expect(codeOf(await signIn(key))).toBe('passkey_refused');
    const refusal = (entries: Awaited<ReturnType<typeof audited>>) =>
      entries.find(({ method }) => method === 'session.signInRefused')?.data;
    await vi.waitFor(async () => expect(refusal(await audited(person))).toMatchObject({ reason: 'passkey_refused' }));
  });

  it('after thirty wrong answers a minute from one address', async () => {
    const body = { ceremony: 'x', response: { id: newId() } };
    for (let tried = 0; tried < 30; tried += 1)
      expect(codeOf(await server.call(calls.signIn, { body }))).toBe('passkey_refused');
    expect(codeOf(await server.call(calls.signIn, { body }))).toBe('rate_limited');
  });
});

describe('signing in by a passkey', () => {
  it('opens a session with both factors, and asks for no code of an authenticator', async () => {
    const { person, key } = await enrolled();
    const begun = (await person.call(mfaCalls.create, { body: { name: 'App', password } })).body;
    const totp = new TOTP({ secret: Secret.fromBase32(begun.manualCode.replaceAll(' ', '')) });
    const code = totp.generate({ timestamp: now });
    await person.call(mfaCalls.verify, { params: { id: begun.method.id }, body: { code } });
    const opened = await signIn(key);
    expect(opened.body.user.id).toBe(person.userId);
    expect(opened.cookie).toContain('HttpOnly');
  });

  it('finishes a sign-in that waits for its second factor, of the same person only', async () => {
    const { person, key } = await enrolled();
    const begun = (await person.call(mfaCalls.create, { body: { name: 'App', password } })).body;
    const totp = new TOTP({ secret: Secret.fromBase32(begun.manualCode.replaceAll(' ', '')) });
    const code = totp.generate({ timestamp: now });
    await person.call(mfaCalls.verify, { params: { id: begun.method.id }, body: { code } });
    const challengeOf = async (): Promise<string> => {
      const answer = await server.call(sessionsCalls.signIn, { body: { email: person.session.user.email, password } });
      return (answer.body as unknown as { data: { challenge: string } }).data.challenge;
    };
    const stranger = await enrolled();
    expect(codeOf(await signIn(stranger.key, { challenge: await challengeOf() }))).toBe('mfa_challenge_ended');
    const challenge = await challengeOf();
    expect((await signIn(key, { challenge })).body.user.id).toBe(person.userId);
    expect(codeOf(await signIn(key, { challenge }))).toBe('mfa_challenge_ended');
  });
});

describe('where browsers keep no passkeys', () => {
  it('everything says so, and nothing is asked', async () => {
    const plain = await startTestServer();
    const person = await plain.person();
    expect((await person.call(calls.list, {})).body).toEqual({ items: [], isAvailable: false });
    expect(codeOf(await person.call(calls.begin, { body: { password } }))).toBe('passkey_unavailable');
    expect(codeOf(await plain.call(calls.beginSignIn, { body: {} }))).toBe('passkey_unavailable');
    await plain.stop();
  });
});
