import { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { DoorSight } from '@sightline/contracts/alert-rules/door-sight-link';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { directoryDesk, directoryViews, look, rowOf } from '../fixtures/directory-desk.ts';

const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };
const here = directoryDesk();
const area = [
  { x: 0.4, y: 0.1 },
  { x: 0.6, y: 0.1 },
  { x: 0.6, y: 0.9 },
  { x: 0.4, y: 0.9 },
];
const soon = { timeout: 30_000 };
let doorId: string;
/** What the core of the test answers of the people at its doors. */
let sight: () => DoorSight;

const nobodySeen = (): DoorSight => {
  const seen = [{ fromUtcMs: Date.now() - 86_400_000, toUtcMs: Date.now() }];
  return { seen, people: [], passes: [], lostUtcMs: [], looks: [] };
};

beforeAll(async () => {
  const { desk } = here;
  const body = { name: 'Staff entrance', cameraId: desk.cameras.gate, area };
  doorId = (await desk.server.api.call(doorsCalls.create, { body })).id;
  sight = nobodySeen;
  desk.core.answer('rules.doorSight', () => ({ state: 'known', sight: sight() }));
});

const post = (...events: object[]) =>
  here.desk.server.api.call(accessEventsCalls.post, {
    body: {
      events: events.map((event) => {
        return { externalId: randomUUID(), doorId, kind: 'granted', atUtcMs: Date.now(), source: 'Kisi', ...event };
      }) as never,
    },
  });
const alerts = async () => (await here.desk.server.api.call(alertsCalls.logs, { query: {} })).items;

test('whoever lacks the right to access events sees none of them at the door', async () => {
  await post({ person: 'Dana Levi' });
  await here.desk.member(gil, ['CameraView', 'OrganizationDatabase', 'OrganizationDatabaseDoorsDirectory']);
  const { page, context } = await here.open(undefined, gil);
  await page.goto(`/database/doors/${doorId}`);
  await page.getByRole('heading', { name: 'History', exact: true }).waitFor();
  expect(await page.getByRole('tab', { name: 'Access events' }).count()).toBe(0);
  expect(await page.getByText('Dana Levi').count()).toBe(0);
  await context.close();
});

describe('somebody who keeps the doors', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await here.open());
  });
  afterAll(() => page.context().close());

  test('sees what the access system says, as it says it', async () => {
    await page.goto(`/database/doors/${doorId}`);
    await page.getByRole('tab', { name: 'Access events' }).click();
    await rowOf(page, /Dana Levi/).waitFor();
    await post(
      { kind: 'denied', person: 'Noam Katz', credential: '0451' },
      { kind: 'forced', atUtcMs: Date.now() - 60_000 },
      { direction: 'out', person: 'מיכל אברהם', credential: 'NFC 77:A1', atUtcMs: Date.now() - 120_000 },
    );
    await rowOf(page, /Denied.*Noam Katz/).waitFor();
    await rowOf(page, /Forced open/).waitFor();
    await rowOf(page, /Let out/).waitFor();
    await expect.poll(() => page.getByText('No rule checks this').count()).toBe(4);
    await look(page, 'access-events');
    await rowOf(page, /Denied/)
      .getByRole('link')
      .click();
    await page.waitForURL(/\/camera\/[0-9a-f-]+\?at=/);
  });

  test('ALERT-031 makes a rule on who follows through a door, which then alerts with the people and the badges', async () => {
    await page.goto('/alert/create/5/1');
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Somebody follows');
    await page.getByRole('combobox', { name: 'Cameras' }).click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Doors' }).click();
    await page.getByRole('option', { name: 'Staff entrance' }).click();
    await page.keyboard.press('Escape');
    await look(page, 'access-rule');
    await page
      .getByRole('button', { name: /^(Create|Save)/ })
      .first()
      .click();
    await vi.waitFor(async () => {
      const { items } = await here.desk.server.api.call(alertRulesCalls.list, { query: {} });
      const condition = { kind: 'doorTailgating', doorIds: [doorId], windowS: 10, inwards: 'towards' };
      expect(items[0]).toMatchObject({ condition, targets: [{ state: 'armed' }] });
    }, soon);
    const atUtcMs = Date.now() - 60_000;
    sight = () => ({
      ...nobodySeen(),
      people: [randomUUID(), randomUUID()],
      passes: [1, 2].map((second) => ({ atUtcMs: atUtcMs + second * 1000, to: 'towards', who: second - 1 })),
    });
    await post({ person: 'Yael Mizrahi', atUtcMs });
    await vi.waitFor(
      async () =>
        expect(await alerts()).toMatchObject([
          { why: [{ what: 'peopleThrough', value: 2, limit: 1 }, { what: 'door' }] },
        ]),
      soon,
    );
    await page.goto(`/database/doors/${doorId}`);
    await page.getByRole('tab', { name: 'Access events' }).click();
    await rowOf(page, /Yael Mizrahi.*Checked/).waitFor();
  });

  test('ALERT-032 says at the rule and at the door when nobody could tell', async () => {
    await page.goto('/alert/create/5/2');
    await page.getByRole('combobox', { name: 'Cameras' }).click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await page.keyboard.press('Escape');
    await look(page, 'access-rule-validation');
    await page
      .getByRole('button', { name: /^(Create|Save)/ })
      .first()
      .click();
    await vi.waitFor(async () => {
      const { items } = await here.desk.server.api.call(alertRulesCalls.list, { query: {} });
      expect(items).toHaveLength(2);
    }, soon);
    sight = () => ({ ...nobodySeen(), seen: [] });
    await post({ person: 'Omer Bar', atUtcMs: Date.now() - 90_000 });
    await page.goto(`/database/doors/${doorId}`);
    await page.getByRole('tab', { name: 'Access events' }).click();
    await rowOf(page, /Omer Bar.*not seen/).waitFor(soon);
    const { items } = await here.desk.server.api.call(alertRulesCalls.list, { query: { kind: 'eventValidation' } });
    await vi.waitFor(async () => {
      const misses = await here.desk.server.api.call(alertRulesCalls.nearMisses, { params: { id: items[0]!.id } });
      expect(misses.items).toMatchObject([{ hindrance: 'tooFewLooks' }]);
    }, soon);
    expect(await alerts()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });
});

test.each(directoryViews)('reads well in $language, $theme, $width px', async (view) => {
  const { page, complaints, context } = await here.open(view);
  await page.goto(`/database/doors/${doorId}`);
  await page.getByRole('tab').nth(1).click();
  await page.getByText('Omer Bar').waitFor();
  await look(page, `access-events-${view.language}-${view.theme}-${String(view.width)}`);
  await page.goto('/alert/create/5/1');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[data-splash]').waitFor({ state: 'detached' });
  await look(page, `access-rule-${view.language}-${view.theme}-${String(view.width)}`);
  expect(complaints).toEqual([]);
  await context.close();
});
