import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const pricing = '01980000-0000-7000-8000-000000000001';
let folder: string;
let plain: TestServer;
let tracking: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-legal-'));
  await writeFile(join(folder, 'terms.en.md'), '# Our terms\n');
  plain = await startTestServer();
  tracking = await startTestServer({
    env: {
      SIGHTLINE_TRACKING: 'on',
      SIGHTLINE_LEGAL_TEXTS: folder,
      SIGHTLINE_SUPPORT_URL: 'https://help.example.com',
      SIGHTLINE_PRICING_ORGANIZATION: pricing,
      SIGHTLINE_ENVIRONMENT: 'development',
      SIGHTLINE_RECORDER_URL: 'https://recorder.example.com/r.js',
      SIGHTLINE_SMTP_URL: 'smtps://user:secret-password@mail.example.com',
    },
  });
});
afterAll(() => Promise.all([plain.stop(), tracking.stop(), rm(folder, { recursive: true })]));

const view = async (server: TestServer, route: string) => {
  const person = await server.person();
  const answer = await fetch(`${server.url}${appInfoCalls.trackPageView.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ route }),
  });
  return { status: answer.status, text: await answer.text() };
};
const figures = async (server: TestServer) =>
  (await (await fetch(`${server.url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('sightline_page_views_total{'));

describe('what the screens are told of the installation', () => {
  it('SHELL-063 has no tracking, no recorder and no address elsewhere unless they were set', async () => {
    const { body } = await plain.call(appInfoCalls.get, {});
    expect(body).toMatchObject({
      isTracking: false,
      recorderUrl: null,
      supportUrl: null,
      supportEmail: null,
      partnerPortalUrl: null,
      pricingOrganizationId: null,
      environment: 'production',
      isSignUpOpen: true,
    });
    expect(await view(plain, '/location/list')).toEqual({ status: 204, text: '' });
    expect(await figures(plain)).toEqual([]);
  });

  it('has what was set, the public half of the push keys, and no secret', async () => {
    const { body } = await tracking.call(appInfoCalls.get, {});
    expect(body).toMatchObject({
      supportUrl: 'https://help.example.com',
      pricingOrganizationId: pricing,
      environment: 'development',
      isMailSent: true,
    });
    expect(Buffer.from(body.pushPublicKey, 'base64url')).toHaveLength(65);
    expect(JSON.stringify(body)).not.toContain('secret-password');
    expect(JSON.stringify(body)).not.toContain(tracking.platform.vapid.privateKey);
  });
});

describe('terms and privacy', () => {
  it('ROUTE-008 ROUTE-009 are nobody’s until whoever runs the installation publishes some, and are there for people who are not signed in', async () => {
    const none = { en: null, he: null };
    expect((await plain.call(appInfoCalls.getLegalTexts, {})).body).toEqual({ terms: none, privacy: none });
    const own = await tracking.call(appInfoCalls.getLegalTexts, {});
    expect(own.body).toEqual({ terms: { en: '# Our terms', he: null }, privacy: none });
  });
});

describe('the recorder of sessions', () => {
  it('SHELL-063 may be loaded where it was set, and no other script anywhere', async () => {
    const policy = async (server: TestServer) =>
      (await fetch(`${server.url}/healthz`)).headers.get('content-security-policy') ?? '';
    expect(await policy(plain)).toContain("script-src 'self';");
    expect(await policy(tracking)).toContain("script-src 'self' https://recorder.example.com;");
  });
});

describe('page views', () => {
  it('SHELL-063 are counted by route alone, never by what could be an id', async () => {
    for (const route of ['/location/list', '/location/list', `/camera/${pricing}`, '/x?e-mail=a@example.com'])
      expect((await view(tracking, route)).status).toBe(204);
    const lines = await figures(tracking);
    expect(lines.sort()).toEqual([
      'sightline_page_views_total{route="/location/list"} 2',
      'sightline_page_views_total{route="other"} 2',
    ]);
  });
});
