import { X509Certificate } from 'node:crypto';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { startSamlSimulator, type SamlSimulator } from '@sightline/simulators/identity/saml-provider-simulator';
import { wrappingNames } from '@sightline/simulators/identity/saml-wrapping';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { expiringCertificates } from './expiring-certificates.ts';
import {
  createTestBrowser,
  formOf,
  landedAt,
  lastReason,
  signedInAnew,
  type TestBrowser,
} from '../../../testing/auth-providers/test-browser.ts';

const people = [
  { subject: 'name-ann', email: 'ann@saml.example', name: 'Ann "SAML" <Corp>' },
  { subject: 'name-bob', email: 'bob@saml.example', name: 'Bob' },
];
const faults = [
  ['wrongSignature', 'Invalid signature'],
  ['otherKey', 'Invalid signature'],
  ['unsigned', 'Invalid signature'],
  ['signedElsewhere', 'Invalid signature'],
  ['wrongAudience', 'SAML assertion audience mismatch'],
  ['wrongIssuer', 'issuer_mismatch'],
  ['wrongRecipient', 'recipient_mismatch'],
  ['wrongRequest', 'request_mismatch'],
  ['expired', 'SAML assertion expired'],
  ['early', 'SAML assertion not yet valid'],
] as const;

let now = Date.now();
let server: TestServer;
let idp: SamlSimulator;
let owner: TestPerson;
let providerId: string;

const input = (change: Record<string, unknown> = {}) => ({
  kind: 'saml' as const,
  name: 'SAML',
  admitsNewUsers: true,
  saml: { entryPoint: idp.entryPoint, idpIssuer: idp.idpIssuer, certificate: idp.certificate },
  ...change,
});

beforeAll(async () => {
  idp = await startSamlSimulator({ people });
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' } });
  owner = await server.person();
  providerId = (await owner.call(authProvidersCalls.create, { body: input() })).body.id;
});
afterEach(async () => {
  for (const fault of [...faults.map(([name]) => name), 'wrapped', 'lateClock', 'unverifiedEmail', 'noEmail'] as const)
    idp.setFault(fault, null);
  idp.signInAs('name-ann');
  owner = await signedInAnew(server, owner);
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

/** The form with which the provider sends the browser back. */
async function formFor(browser: TestBrowser, how: { redirectUrl?: string } = {}): Promise<ReturnType<typeof formOf>> {
  const { body } = await browser.begin(providerId, how);
  return formOf((await browser.follow(new URL(body.url))).text);
}

async function comeBack(browser: TestBrowser = createTestBrowser(server.url), how: { redirectUrl?: string } = {}) {
  const { action, fields } = await formFor(browser, how);
  return landedAt(await browser.sendForm(action, fields));
}

const refused = { path: '/auth/login', code: '403', msg: 'provider_sign_in_failed' };

describe('coming back from a SAML provider', () => {
  it.each(faults)('is refused with an assertion that is spoiled: %s', async (fault, reason) => {
    idp.setFault(fault);
    expect(await comeBack()).toMatchObject(refused);
    expect(lastReason(server)).toContain(reason);
  });

  it.each(wrappingNames)('is refused with a signed assertion that is wrapped: %s', async (name) => {
    idp.setFault('wrapped', name);
    expect(await comeBack()).toMatchObject(refused);
    expect(lastReason(server)).toContain('Invalid signature');
  });

  it('is refused with an assertion that came before, for the same request and for another one', async () => {
    const browser = createTestBrowser(server.url);
    const { action, fields } = await formFor(browser);
    expect(landedAt(await browser.sendForm(action, fields)).code).toMatch(/^[\w-]{43}$/);
    expect(landedAt(await browser.sendForm(action, fields))).toMatchObject(refused);
    const next = await formFor(browser);
    expect(
      landedAt(await browser.sendForm(next.action, { ...next.fields, SAMLResponse: fields['SAMLResponse'] ?? '' })),
    ).toMatchObject(refused);
  });

  it('is refused without a request of ours: nobody is signed in whom nobody sent there', async () => {
    const browser = createTestBrowser(server.url);
    const { action, fields } = await formFor(browser);
    for (const RelayState of ['', 'A'.repeat(43), '/cameras'])
      expect(landedAt(await browser.sendForm(action, { ...fields, RelayState }))).toMatchObject(refused);
    expect(landedAt(await browser.sendForm(action, { RelayState: fields['RelayState'] ?? '' }))).toMatchObject(refused);
    expect(
      landedAt(await browser.sendForm(action, { RelayState: fields['RelayState'] ?? '', SAMLResponse: 'PHg+' })),
    ).toMatchObject(refused);
  });

  it('is refused in another browser than the one that went there', async () => {
    const { action, fields } = await formFor(createTestBrowser(server.url));
    const victim = createTestBrowser(server.url);
    await victim.begin(providerId);
    expect(landedAt(await victim.sendForm(action, fields))).toMatchObject(refused);
  });

  it('is refused with a text that takes its names from elsewhere', async () => {
    const browser = createTestBrowser(server.url);
    const { action, fields } = await formFor(browser);
    const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString();
    const spoiled = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace('>name-ann<', '>&e;<')}`;
    expect(
      landedAt(await browser.sendForm(action, { ...fields, SAMLResponse: Buffer.from(spoiled).toString('base64') })),
    ).toMatchObject(refused);
  });

  it('does not cut a name at a comment in it', async () => {
    const first = createTestBrowser(server.url);
    const { body } = await first.exchange((await comeBack(first)).code ?? '');
    const browser = createTestBrowser(server.url);
    const { action, fields } = await formFor(browser);
    const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString();
    const cut = Buffer.from(xml.replace('>name-ann<', '>name<!-- -->-ann<')).toString('base64');
    const { code } = landedAt(await browser.sendForm(action, { ...fields, SAMLResponse: cut }));
    expect((await browser.exchange(code ?? '')).body.user.id).toBe(body.user.id);
  });

  it('AUTH-010 ends in a session of the organization, with where it was meant to lead', async () => {
    const browser = createTestBrowser(server.url);
    const landed = await comeBack(browser, { redirectUrl: '/locations' });
    expect(landed).toMatchObject({ path: '/auth/login', redirectUrl: '/locations' });
    const { status, body } = await browser.exchange(landed.code ?? '');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      user: { email: 'ann@saml.example', name: 'Ann "SAML" <Corp>' },
      activeOrganizationId: owner.session.activeOrganizationId,
    });
  });

  it('knows the same person again, by name and not by address', async () => {
    const first = createTestBrowser(server.url);
    const { body } = await first.exchange((await comeBack(first)).code ?? '');
    idp.setFault('noEmail');
    const second = createTestBrowser(server.url);
    expect((await second.exchange((await comeBack(second)).code ?? '')).body.user.id).toBe(body.user.id);
  });

  it('lets two clocks be almost five minutes apart', async () => {
    idp.setFault('lateClock');
    expect((await comeBack()).msg).toBeNull();
  });

  it('lets nobody in whose address is not confirmed, or who has none', async () => {
    idp.signInAs('name-bob');
    for (const fault of ['unverifiedEmail', 'noEmail'] as const) {
      idp.setFault(fault);
      expect(await comeBack()).toMatchObject({ code: '403', msg: 'provider_account_unknown' });
      idp.setFault(fault, null);
    }
    expect((await comeBack()).msg).toBeNull();
  });

  it('is refused after ten minutes', async () => {
    const browser = createTestBrowser(server.url);
    const { action, fields } = await formFor(browser);
    now += 10 * 60_000 + 1;
    expect(landedAt(await browser.sendForm(action, fields))).toMatchObject(refused);
    now = Date.now();
  });
});

describe('settings of a SAML provider', () => {
  it('are refused without a certificate, and with an address that is no web page', async () => {
    for (const certificate of ['x', 'MIIB', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']) {
      const body = input({ saml: { ...input().saml, certificate } });
      expect((await owner.call(authProvidersCalls.create, { body })).body).toMatchObject({
        code: 'certificate_invalid',
      });
    }
    const body = input({ saml: { ...input().saml, entryPoint: 'javascript:alert(1)' } });
    expect((await owner.call(authProvidersCalls.create, { body })).body).toMatchObject({ code: 'address_refused' });
  });

  it('take a certificate as PEM too, and tell the provider who we are', async () => {
    const pem = `-----BEGIN CERTIFICATE-----\n${idp.certificate.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
    const made = await owner.call(authProvidersCalls.create, {
      body: input({ saml: { ...input().saml, certificate: pem } }),
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    if (made.body.kind !== 'saml') throw new Error('another kind came back');
    const metadata = await (await fetch(made.body.metadataUrl)).text();
    expect(metadata).toContain(`entityID="${made.body.entityId}"`);
    expect(metadata).toContain(`Location="${made.body.assertionUrl}"`);
    expect(metadata).toContain('WantAssertionsSigned="true"');
    expect((await owner.call(authProvidersCalls.test, { params: { id: made.body.id } })).body).toEqual({
      isReachable: true,
      failure: null,
    });
  });

  it('tell of a certificate before its end, and for as long as it has ended', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const endsAtMs = new Date(new X509Certificate(Buffer.from(idp.certificate, 'base64')).validTo).getTime();
    const told = (untilMs: number) =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        expiringCertificates(trx, organizationId, new Date(untilMs)),
      );
    expect(await told(endsAtMs - 1)).toEqual([]);
    for (const days of [0, 60])
      expect((await told(endsAtMs + days * 86_400_000)).map(({ id }) => id)).toContain(providerId);
  });
});
