import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { account } from '../fixtures/system.ts';
import { totp } from '../fixtures/totp.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'dark', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

let server: ServerOnly;
let browser: Browser;

beforeAll(async () => {
  server = await startServerOnly();
  await server.api.setUp(account);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** A device of the browser's own that recognises whoever asks. */
async function withDevice(page: Page): Promise<{ device: CDPSession; authenticatorId: string }> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options });
  return { device, authenticatorId };
}

const byPassword = async (page: Page): Promise<void> => {
  await page.goto('/');
  await page.locator('input[type=email]').fill(account.email);
  await page.locator('input[type=password]').fill(account.password);
  await page.locator('button[type=submit]').click();
};
const inside = (page: Page): Promise<void> => page.waitForURL(/\/(home|location|devices|start)/);

describe('passkeys', () => {
  test('are added with the password, sign in without it, finish a second step, and are gone when removed', async () => {
    const { page, complaints } = await openPage(browser, server.url, english);
    const { device, authenticatorId } = await withDevice(page);
    await byPassword(page);
    await inside(page);
    await page.goto('/account/passkeys');
    await page.getByText('No passkeys').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill('not my password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Wrong password').waitFor();
    await dialog.getByLabel('Your password').fill(account.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Passkey added').waitFor();
    await page.getByRole('button', { name: 'Remove: This device' }).waitFor();
    if (shots !== undefined) await page.screenshot({ path: `${shots}/passkeys-en-light-1440.png` });

    await page.context().clearCookies();
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await inside(page);

    // With an authenticator set up, the password alone is not enough, and the passkey answers in place of a code.
    const made = await server.api.call(mfaCalls.create, { body: { name: 'App', password: account.password } });
    await server.api.call(mfaCalls.verify, { params: { id: made.method.id }, body: { code: totp(made.manualCode) } });
    await page.context().clearCookies();
    await byPassword(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await inside(page);

    await page.goto('/account/passkeys');
    await page.getByRole('button', { name: 'Remove: This device' }).click();
    await dialog.getByLabel('Your password').fill(account.password);
    await dialog.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('No passkeys').waitFor();
    await page.context().clearCookies();
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText("This passkey wasn't accepted").waitFor();
    await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    expect(complaints.filter((complaint) => !/\b403\b|\b401\b/.test(complaint))).toEqual([]);
    await page.context().close();
  });

  test.each(views)('their page and the way in fit in $language at $width', async (view) => {
    const { page } = await openPage(browser, server.url, view);
    await withDevice(page);
    await page.goto('/auth/login');
    await page.locator('input[type=email]').waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/passkey-way-${view.language}-${view.theme}-${String(view.width)}.png` });
    await page.context().close();
  });
});
