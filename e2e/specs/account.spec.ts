import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { startOidcSimulator, type OidcSimulator } from '@sightline/simulators/identity/oidc-provider-simulator';
import { PushService } from '@sightline/simulators/push/push-service';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../fixtures/api-client.ts';
import { openWholeBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { account } from '../fixtures/system.ts';

const english = { language: 'en', theme: 'light', width: 1440 } as const;
const people = [{ subject: 'dana', email: 'dana@oidc.example', name: 'Dana at work' }];

let server: ServerOnly;
let oidc: OidcSimulator;
let push: PushService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let secret = account.password;

const shots = process.env['SIGHTLINE_SHOTS'];
const shoot = async (name: string): Promise<void> =>
  void (shots && (await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })));
const untilAt = (address: RegExp | ((url: URL) => boolean)): Promise<void> => page.waitForURL(address);
const profile = () => server.api.call(accountsCalls.getProfile, {});
const settings = async () => (await profile()).settings;
const dialog = () => page.getByRole('dialog');
const save = async (): Promise<void> => {
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
};

/** Opens the page of the account by an address, signing in where that is asked. */
const enter = async (address: string, view: View = english): Promise<void> => {
  await context?.close();
  ({ context, page } = await openPage(browser, server.url, { ...view, keepsApp: true }));
  await page.goto(address);
  await page.locator('input[type=email]').fill(account.email);
  await page.locator('input[type=password]').fill(secret);
  await page.locator('button[type=submit]').click();
  await untilAt(/\/account\//);
};

beforeAll(async () => {
  oidc = await startOidcSimulator({ people });
  oidc.signInAs(null);
  push = new PushService();
  await push.start();
  server = await startServerOnly();
  await server.api.setUp(account);
  const { issuer, clientId, clientSecret } = oidc;
  await server.api.call(authProvidersCalls.create, {
    body: {
      kind: 'oidc',
      name: 'Corp ID',
      domains: ['oidc.example'],
      isEnabled: true,
      admitsNewUsers: false,
      defaultGroupIds: [],
      oidc: { issuer, clientId },
      clientSecret,
    },
  });
  browser = await openWholeBrowser();
  await enter('/account/details');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await Promise.all([oidc.stop(), push.stop()]);
});

describe('dialogs of the account', () => {
  test('ROUTE-078 shows who is signed in', async () => {
    await page.goto('/account/details');
    await page.getByText(account.email).first().waitFor();
    expect(await page.getByRole('button', { name: /^Change: / }).count()).toBe(9);
  });

  test('ACCT-001 AUTH-018 changeUsername opens the dialog of the name, and saving changes it', async () => {
    await page.goto('/account/details?changeUsername=true');
    await dialog().getByLabel('First name').fill('Danielle');
    await dialog().getByLabel('Last name').fill('Lev<b>i</b> 🙂');
    await save();
    expect(new URL(page.url()).search).toBe('');
    expect(await profile()).toMatchObject({ firstName: 'Danielle', lastName: 'Lev<b>i</b> 🙂' });
    await page.getByRole('definition').getByText('Danielle Lev<b>i</b> 🙂').waitFor();
  });

  test('ACCT-002 changeEmail asks for the password and counts once the link was followed', async () => {
    await page.goto('/account/details?changeEmail');
    await dialog().locator('input[type=email]').fill('dana.new@example.org');
    await dialog().locator('input[type=password]').fill('wrong password');
    await dialog().getByRole('button', { name: 'Send link' }).click();
    await dialog().getByText('Wrong password', { exact: false }).waitFor();
    await dialog().locator('input[type=password]').fill(secret);
    await dialog().getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Waiting for confirmation:', { exact: false }).waitFor();
    expect((await profile()).email).toBe(account.email);
    await page.goto(await server.mailedLink('dana.new@example.org', '/email-verification?token='));
    await page.getByText('Email verification success', { exact: false }).waitFor();
    expect((await profile()).email).toBe('dana.new@example.org');
    await server.api.call(accountsCalls.changeEmail, { body: { email: account.email, password: secret } });
    await page.goto(await server.mailedLink(account.email, '/email-verification?token='));
    await page.getByText('Email verification success', { exact: false }).waitFor();
  });

  test('ACCT-003 changeDateSettings changes how every time is written', async () => {
    await page.goto('/account/details?changeDateSettings=true');
    await dialog().getByLabel('Date').selectOption('YYYY-MM-DD');
    await dialog().getByLabel('Time').selectOption('12h');
    await dialog().getByLabel('First day of the week').selectOption('saturday');
    await save();
    await expect.poll(() => page.locator('[data-now]').innerText()).toMatch(/^\d{4}-\d\d-\d\d \d{1,2}:\d\d [AP]M UTC$/);
    expect((await settings()).dateSettings).toEqual({
      dateFormat: 'YYYY-MM-DD',
      timeFormat: '12h',
      firstDayOfWeek: 'saturday',
    });
    await page.reload();
    await expect.poll(() => page.locator('[data-now]').innerText()).toMatch(/[AP]M UTC$/);
    await server.api.call(accountsCalls.updateSettings, {
      body: { dateSettings: { dateFormat: 'system', timeFormat: 'system', firstDayOfWeek: 'system' } },
    });
    await expect
      .poll(() => page.locator('[data-now]').innerText(), { timeout: 10_000 })
      .toMatch(/^\d{1,2} \w+ \d{4} \d\d:\d\d UTC$/);
  });

  test('ACCT-004 ACCT-005 I18N-004 I18N-005 I18N-007 language and theme are applied at once, kept, and there in another browser', async () => {
    await page.goto('/account/details?changeLanguage=true');
    await dialog().getByLabel('עברית').check();
    await save();
    await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl');
    await page.goto('/account/details?changeTheme=true');
    await dialog().getByLabel('כהה').check();
    await dialog().getByRole('button', { name: 'שמירה' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await settings()).toMatchObject({ lang: 'he', theme: 'dark' });
    await page.reload();
    await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl');
    await enter('/account/details');
    await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl');
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await server.api.call(accountsCalls.updateSettings, { body: { lang: 'en', theme: 'light' } });
    await expect.poll(() => page.evaluate('document.documentElement.dir'), { timeout: 10_000 }).toBe('ltr');
  });

  test('I18N-004 I18N-005 English and light that were chosen win over a browser that would have them otherwise', async () => {
    await enter('/account/details', { language: 'he', theme: 'dark', width: 1440 });
    await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('ltr');
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    await enter('/account/details');
  });

  test('ACCT-006 ACCT-008 changeWeeklySubscription subscribes', async () => {
    await page.goto('/account/details?changeWeeklySubscription=true');
    await dialog().getByLabel('Send it to me').check();
    await save();
    expect((await settings()).subForWeekly).toBe(true);
    await page.getByText('By mail, once a week').waitFor();
  });

  test('ACCT-007 ACCT-010 I18N-006 changeAutoLogout offers 5 to 60 minutes and is off at first', async () => {
    expect(await settings()).toMatchObject({ autoLogout: 30, autoLogoutEnabled: false });
    await page.goto('/account/details?changeAutoLogout=true');
    await dialog().getByRole('radio').first().waitFor();
    expect(await dialog().getByRole('radio').count()).toBe(5);
    await dialog().getByRole('switch').press('Space');
    await dialog().getByLabel('5 minutes', { exact: true }).check();
    await save();
    expect(await settings()).toMatchObject({ autoLogout: 5, autoLogoutEnabled: true });
    await page.reload();
    await page.getByRole('definition').getByText('5 minutes').waitFor();
  });

  test('ACCT-008 ACCT-009 the new device page is a switch, on at first', async () => {
    const control = page.getByRole('switch', { name: 'New device page' });
    expect(await control.isChecked()).toBe(true);
    await control.press('Space');
    await expect.poll(async () => (await settings()).newDevicePageView).toBe(false);
  });

  test('a dialog that is closed takes its query along, and nothing is changed', async () => {
    await page.goto('/account/details?changeUsername=true');
    await dialog().getByLabel('First name').fill('Somebody else');
    await page.keyboard.press('Escape');
    await untilAt((url) => url.search === '');
    expect((await profile()).firstName).toBe('Danielle');
  });

  test('the password is changed with the present one, and other sessions end', async () => {
    const elsewhere = new ApiClient(server.api.url);
    await elsewhere.signIn(account.email, secret);
    await page.goto('/account/details?changePassword=true');
    await dialog().locator('input[type=password]').first().fill(secret);
    await dialog().locator('input[type=password]').last().fill('a wholly different one');
    await save();
    secret = 'a wholly different one';
    await expect(elsewhere.call(accountsCalls.getProfile, {})).rejects.toThrow('unauthenticated');
    await server.api.signIn(account.email, secret);
    await page.reload();
    await page.getByText('This device').waitFor();
  });

  test('sessions are named, and ended one by one or all at once', async () => {
    const elsewhere = new ApiClient(server.api.url);
    await elsewhere.signIn(account.email, secret);
    await page.goto('/account/details');
    const sessions = page.getByRole('region', { name: "Where you're signed in" });
    await sessions.getByText('This device').waitFor();
    await sessions.getByText('Chrome, Linux').first().waitFor();
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await dialog().getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    await server.api.signIn(account.email, secret);
  });
});

describe('two-step sign-in', () => {
  test('ROUTE-079 MFA-001 MFA-002 MFA-004 createMFA=true opens the adding; beginning anew shows another code', async () => {
    await page.goto('/account/mfa');
    await page.getByText('Two-step verification is off').waitFor();
    await page.goto('/account/mfa?createMFA=true');
    await expect.poll(() => page.evaluate(`document.activeElement.type`)).toBe('password');
    await dialog().locator('input[type=password]').fill(secret);
    await dialog().getByRole('button', { name: 'Continue' }).click();
    const first = await dialog().locator('code').innerText();
    expect(
      await page.evaluate<number>(`document.querySelector('img[src^="data:image/svg"]').naturalWidth`),
    ).toBeGreaterThan(20);
    await shoot('mfa-scan');
    await dialog().getByRole('button', { name: 'Start over' }).click();
    expect(await page.content()).not.toContain(first);
    await dialog().locator('input[type=password]').fill(secret);
    await dialog().getByRole('button', { name: 'Continue' }).click();
    const second = await dialog().locator('code').innerText();
    expect(second).not.toBe(first);
    await page.keyboard.press('Escape');
    await untilAt((url) => url.search === '');
  });
});

describe('ways of signing in', () => {
  test('ROUTE-081 ACCT-011 AUTH-024 a provider is linked and unlinked, the last way stays', async () => {
    await page.goto('/account/identities');
    await page.getByText("You can't remove your last sign-in method").waitFor();
    await page.getByLabel('Your address at the provider').fill('dana@oidc.example');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: 'Link Corp ID' }).click();
    await page.getByRole('link', { name: 'Dana at work' }).click();
    await untilAt(/\/account\/identities/);
    await page.getByText('Provider linked', { exact: false }).waitFor();
    expect((await profile()).identities).toHaveLength(2);
    await page.getByRole('button', { name: 'Unlink: Corp ID' }).click();
    await dialog().getByRole('button', { name: 'Unlink' }).click();
    await page.getByText("You can't remove your last sign-in method").waitFor();
    expect((await profile()).identities).toHaveLength(1);
  });
});

describe('devices', () => {
  test('PUSH-004 a subscription that fails is logged, and nothing else', async () => {
    await context.grantPermissions(['notifications'], { origin: server.url });
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.goto('/account/devices');
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    await expect
      .poll(() => lines.some((line) => line.startsWith('Could not subscribe to notifications')), { timeout: 20_000 })
      .toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('PUSH-001 ACCT-012 ROUTE-080 this browser is registered with endpoint and keys, and listed', async () => {
    const subscription = push.subscribe();
    // The browser's own push service is not to be reached from a closed network; everything behind it is real.
    await page.addInitScript(`(() => {
      const own = { toJSON: () => (${JSON.stringify(subscription)}), unsubscribe: () => Promise.resolve(true) };
      let isOn = false;
      PushManager.prototype.subscribe = () => { isOn = true; return Promise.resolve(own); };
      PushManager.prototype.getSubscription = () => Promise.resolve(isOn ? own : null);
    })()`);
    await page.goto('/account/devices');
    const registered = page.waitForRequest('**/api/v1/user-devices/web');
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    const body = (await registered).postDataJSON() as { subscription: { endpoint: string; keys: object } };
    expect(Object.keys(body.subscription.keys).toSorted()).toEqual(['auth', 'p256dh']);
    await page.getByRole('list', { name: 'My devices' }).getByText('This browser').waitFor();
    expect((await server.api.call(userDevicesCalls.list, {})).items).toMatchObject([
      { name: 'Chrome, Linux', enabled: true },
    ]);
  });

  test('PUSH-005 tests are sent 1000 ms apart', async () => {
    const sentAtMs: number[] = [];
    page.on('request', (request) => void (request.url().endsWith('/test') && sentAtMs.push(Date.now())));
    const button = page.getByRole('button', { name: /^Send a test/ });
    await button.click();
    await button.click();
    await expect.poll(() => sentAtMs.length, { timeout: 5000 }).toBe(2);
    expect((sentAtMs[1] ?? 0) - (sentAtMs[0] ?? 0)).toBeGreaterThanOrEqual(990);
    await page.getByText('Test notification sent').first().waitFor();
  });

  test('ACCT-013 a device is muted, unmuted and switched off, and a message says that it was updated', async () => {
    await page.getByRole('button', { name: /^Mute/ }).click();
    await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
    await page.getByText('Device updated').first().waitFor();
    await page.getByText('Muted until', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Unmute' }).click();
    await page.getByText('Muted until', { exact: false }).waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: /^Notifications on/ }).press('Space');
    await expect.poll(async () => (await server.api.call(userDevicesCalls.list, {})).items[0]?.enabled).toBe(false);
  });

  test('PUSH-002 PUSH-003 the schedule is sent, stored and read again, quiet hours taken out', async () => {
    await page.getByRole('switch', { name: 'Only at these times' }).press('Space');
    const removeSunday = page.getByRole('button', { name: 'Remove this time: Sunday' });
    while ((await removeSunday.count()) > 0) await removeSunday.first().click();
    const addMonday = page.getByRole('button', { name: 'Add a time: Monday' });
    if ((await page.getByRole('button', { name: 'Remove this time: Monday' }).count()) === 0) await addMonday.click();
    await page.getByRole('button', { name: 'Exclude' }).click();
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/user-devices/schedule'),
    );
    await page.getByRole('button', { name: 'Save times' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ enabled: true });
    await page.getByText('Times saved').waitFor();
    const { days, enabled } = await server.api.call(userDevicesCalls.getSchedule, {});
    expect([enabled, days[0], days[1]]).toEqual([true, [], [{ from: 420, to: 1320 }]]);
    await page.reload();
    expect(await page.getByLabel('Monday, from').inputValue()).toBe('07:00');
  });

  test('what is not saved yet is not lost without asking', async () => {
    await page.getByLabel('Monday, from').fill('08:30');
    await page.getByRole('link', { name: 'Two-step verification' }).click();
    await dialog().getByText('Discard changes?').waitFor();
    await dialog().getByRole('button', { name: 'Discard changes' }).click();
    await untilAt(/\/account\/mfa/);
  });
});

test('everything of the account is reached and used by keyboard alone', async () => {
  await page.goto('/account/details');
  const change = page.getByRole('button', { name: 'Change: Name' });
  await change.waitFor();
  for (
    let presses = 0;
    presses < 40 && (await page.evaluate(`document.activeElement.getAttribute('aria-label')`)) !== 'Change: Name';
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog().getByLabel('First name').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('text');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Dana');
  await page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  expect((await profile()).firstName).toBe('Dana');
});

// English and wide is how all of the above was done.
describe.each([{ language: 'he', theme: 'dark', width: 390 }] as const)('in $language, $theme, $width wide', (view) => {
  test('every screen and dialog of the account is readable for everybody', async () => {
    await server.api.call(accountsCalls.updateSettings, { body: { lang: view.language, theme: view.theme } });
    await enter('/account/details', view);
    const look = async (name: string): Promise<void> => {
      await shoot(`${name}-${view.language}-${view.theme}-${String(view.width)}`);
      expect(await pageFaults(page, view), name).toEqual([]);
    };
    await page.locator('[data-now]').waitFor();
    await look('account');
    for (const name of [
      'changeUsername',
      'changeEmail',
      'changeDateSettings',
      'changeLanguage',
      'changeAutoLogout',
      'changePassword',
      'changeContact',
    ]) {
      await page.goto(`/account/details?${name}=true`);
      await dialog().locator('button[type=submit]').waitFor();
      await look(name);
    }
    await page.goto('/account/mfa?createMFA=true');
    await dialog().locator('input[type=password]').waitFor();
    await look('mfa-add');
    await page.goto('/account/devices');
    await page.locator('[data-device]').waitFor();
    await page.locator('input[placeholder*=":05"]').first().waitFor();
    await look('devices');
    await page.goto('/account/identities');
    await page.locator('form').waitFor();
    await look('identities');
  });
});
