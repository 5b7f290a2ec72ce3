import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo, waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { addLink } from './account-links.repository.ts';

let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  await server.call(sessionsCalls.createFirstAccount, {
    body: { name: 'First', email: 'first@example.com', password: 'a long password' },
  });
});
beforeEach(() => void (now += 16 * 60_000));
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const signUp = (email: string, password = 'a long password') =>
  server.call(accountsCalls.signUp, { body: { firstName: 'Somebody', lastName: 'Else', email, password } });
const signIn = (email: string, password = 'a long password') =>
  server.call(sessionsCalls.signIn, { body: { email, password } });
const reset = (token: string, password: string) =>
  server.call(accountsCalls.resetPassword, { body: { token, password } });
const stateOf = async (email: string) =>
  (
    await sql<{ id: string; name: string; isVerified: boolean; ways: string[] }>`
      select u.id, u.name, u."emailVerified" as is_verified,
        coalesce((select array_agg(a."providerId") from auth."account" a where a."userId" = u.id), '{}') as ways
      from auth."user" u where u.email = ${email}`.execute(server.platform.database.global)
  ).rows[0];

/** An account that a provider of an organization made: it has no password, and its address was proven to nobody here. */
async function providerAccount(email: string): Promise<string> {
  const [id, at, provider] = [newId(), new Date(now), newId()];
  await sql`insert into auth."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${id}, 'Bob Corp', ${email}, false, ${at}, ${at})`.execute(server.platform.database.global);
  await sql`insert into auth."account" ("id", "accountId", "providerId", "userId", "origin", "createdAt", "updatedAt")
    values (${newId()}, ${`["issuer","${id}"]`}, ${provider}, ${id}, 'created', ${at}, ${at})`.execute(
    server.platform.database.global,
  );
  return id;
}

describe('somebody who signs up with the address of another', () => {
  it('gives an account that a provider made neither a password nor a name; its owner may set one by mail', async () => {
    await providerAccount('bob@corp.example');
    const before = await stateOf('bob@corp.example');
    expect((await signUp('bob@corp.example', 'password of a thief')).status).toBe(202);
    expect(await stateOf('bob@corp.example')).toEqual(before);
    const mail = await waitForMail(server, 'bob@corp.example');
    expect(mail.subject).toBe('Set a new password');
    expect(codeOf(await server.call(accountsCalls.verifyEmail, { body: { token: mail.token } }))).toBe('link_invalid');
    expect((await reset(mail.token, 'password of the owner')).status).toBe(200);
    expect(codeOf(await signIn('bob@corp.example', 'password of a thief'))).toBe('sign_in_refused');
    expect((await signIn('bob@corp.example', 'password of the owner')).status).toBe(200);
  });

  it('never has the password that counts: with a second wish only the reader of the mails sets one', async () => {
    await signUp('victim@example.com', 'password of the owner');
    await signUp('victim@example.com', 'password of a thief');
    const [first, second] = [
      await waitForMail(server, 'victim@example.com'),
      await waitForMail(server, 'victim@example.com', 2),
    ];
    expect(codeOf(await server.call(accountsCalls.verifyEmail, { body: { token: first.token } }))).toBe('link_invalid');
    expect(codeOf(await server.call(accountsCalls.verifyEmail, { body: { token: second.token } }))).toBe(
      'link_invalid',
    );
    expect(second.subject).toBe('Set a new password');
    // Asked for once more, the mail still confirms no password that somebody typed into a form.
    await server.call(accountsCalls.sendVerification, { body: { email: 'victim@example.com' } });
    const third = await waitForMail(server, 'victim@example.com', 3);
    expect(third.subject).toBe('Set a new password');
    expect((await reset(third.token, 'chosen by the reader')).status).toBe(200);
    expect(codeOf(await signIn('victim@example.com', 'password of a thief'))).toBe('sign_in_refused');
    expect((await signIn('victim@example.com', 'chosen by the reader')).status).toBe(200);
  });
});

describe('a link for a new password', () => {
  it('opens no account whose address is another one by now', async () => {
    const person = await server.person();
    const old = person.session.user.email;
    await person.call(accountsCalls.changeEmail, { body: { email: 'moved@example.com', password: 'a long password' } });
    const { token } = await waitForMail(server, 'moved@example.com');
    await server.call(accountsCalls.verifyEmail, { body: { token } });
    // As when it was asked for in the moment in which the address changed.
    const late = await addLink(
      server.platform.database.global,
      { userId: person.userId, kind: 'reset', email: old },
      now,
    );
    expect(codeOf(await reset(late, 'password of a thief'))).toBe('link_invalid');
    expect((await signIn('moved@example.com')).status).toBe(200);
  });
});

describe('mails to an address that nobody has proven', () => {
  const words = 'You won! Go to https://evil.example';

  it('carry no words of whoever typed it', async () => {
    await server.call(accountsCalls.signUp, {
      body: { firstName: words, email: 'stranger@example.com', password: 'a long password' },
    });
    const asked = await waitForMail(server, 'stranger@example.com');
    expect(asked.text + asked.html + asked.subject).not.toContain('evil.example');
    const person = await server.person();
    await person.call(accountsCalls.updateProfile, { body: { firstName: words } });
    await person.call(accountsCalls.changeEmail, { body: { email: 'other@example.com', password: 'a long password' } });
    const changed = await waitForMail(server, 'other@example.com');
    expect(changed.text + changed.html + changed.subject).not.toContain('evil.example');
  });
});

describe('names', () => {
  it('have no line ends and other control characters, first nor last', async () => {
    const lastName = 'Levi\r\nBcc: all@example.com';
    const person = await server.person();
    expect(
      codeOf(
        await server.call(accountsCalls.signUp, {
          body: { firstName: 'A', lastName, email: 'n@example.com', password: 'a long password' },
        }),
      ),
    ).toBe('validation_failed');
    expect(codeOf(await person.call(accountsCalls.updateProfile, { body: { lastName } }))).toBe('validation_failed');
    expect(
      codeOf(
        await server.call(usersCalls.signUpByInvite, {
          body: { token: 't', firstName: 'A', lastName, password: 'a long password' },
        }),
      ),
    ).toBe('validation_failed');
    expect(await mailsTo(server, 'n@example.com')).toEqual([]);
  });
});
