import type { Camera } from '@sightline/contracts/cameras/camera';
import type { EventReport } from '@sightline/contracts/events/event';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { SimulatedEdge } from '@sightline/simulators/edge/simulated-edge';
import { simulatedEvent } from '@sightline/simulators/edge/simulated-event';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { addSimulatedCamera, addSimulatedCore, reportSeen } from '../fixtures/seen-events.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { System } from '../fixtures/system.ts';
import { account, startSystem } from '../fixtures/system.ts';

// What the search takes for granted, and that nothing on its screen says what is not so.

const minuteMs = 60_000;
const dayMs = 86_400_000;
const timeZone = 'Asia/Jerusalem';

let system: System;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let core: SimulatedEdge;
let gate: Camera;
let person: EventReport;
let car: EventReport;
let motionAsked: { fromUtcMs: number; toUtcMs: number; minLevel: number }[] = [];

const closedAt = (agoMs: number): Partial<EventReport> => {
  const startedAtUtcMs = Date.now() - agoMs;
  return {
    startedAtUtcMs,
    lastSeenUtcMs: startedAtUtcMs + 8000,
    endedAtUtcMs: startedAtUtcMs + 8000,
    best: { ...simulatedEvent(gate.id).best, atUtcMs: startedAtUtcMs },
  };
};

beforeAll(async () => {
  system = await startSystem();
  await system.api.setUp(account);
  const { id: locationId } = await system.api.call(locationsCalls.create, { body: { name: 'Haifa Port', timeZone } });
  core = await addSimulatedCore(system, {
    name: 'Core Haifa',
    locationId,
    capabilities: ['detect:coco@1', 'plates:latin@1', 'faces:res@1'],
  });
  gate = await addSimulatedCamera(system, core, { name: 'Gate', locationId });
  core.answer('motion.search', (asked) => {
    motionAsked.push(asked);
    return { items: [], knownMs: 0, nextToUtcMs: null };
  });
  const face = {
    box: { x: 0.48, y: 0.36, width: 0.04, height: 0.06 },
    widthPx: 52,
    score: 0.9,
    age: 33,
    gender: 'female' as const,
  };
  person = simulatedEvent(gate.id, { ...closedAt(10 * minuteMs), face });
  car = simulatedEvent(gate.id, {
    ...closedAt(20 * minuteMs),
    class: 'vehicle',
    subtype: 'car',
    plate: { text: '1234567', score: 0.95, reads: 6 },
  });
  await reportSeen(core, [{ event: person }, { event: car }]);
  browser = await openBrowser();
});

afterEach(async () => {
  await context.close();
});

afterAll(async () => {
  core.disconnect();
  await browser.close();
  await system.stop();
});

/** Signs somebody in whose clock is ahead of the true one by this much. */
async function visit(language: 'en' | 'he' = 'en', aheadMs = 0): Promise<void> {
  ({ context, page } = await openPage(browser, system.url, { language, theme: 'light', width: 1440 }));
  const clock = `(() => {
    const Real = Date, now = () => Real.now() + ${String(aheadMs)};
    globalThis.Date = class extends Real { constructor(...parts) { if (parts.length === 0) super(now()); else super(...parts); } static now() { return now(); } };
  })()`;
  if (aheadMs !== 0) await context.addInitScript({ content: clock });
  await signIn(page);
  motionAsked = [];
}

/** The query of the next list of events that is asked for. */
const nextQuery = async (act: () => Promise<unknown>): Promise<URLSearchParams> => {
  const [request] = await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).pathname === '/api/v1/events'),
    act(),
  ]);
  return new URL(request.url()).searchParams;
};

const card = ({ eventId }: EventReport): Locator => page.locator(`[data-event="${eventId}"]`);
const shown = (): Promise<(string | null)[]> =>
  page.getByTestId('event-card').evaluateAll((cards) => cards.map((one) => one.getAttribute('data-event')));

describe('the search begins', () => {
  test('SEARCH-008 with the last three days, SEARCH-010 with what the model is sure of', async () => {
    await visit();
    const query = await nextQuery(() => page.goto('/search'));
    expect(await page.getByLabel('When').locator('option:checked').innerText()).toBe('Last 3 days');
    expect(Math.abs(Number(query.get('fromUtcMs')) - (Date.now() - 3 * dayMs))).toBeLessThan(20_000);
    expect(query.get('toUtcMs')).toBeNull();
    expect(await page.getByLabel('High confidence only').isChecked()).toBe(true);
    expect(query.get('minScore')).toBe('0.5');
    expect([query.get('minDwellMs'), query.get('maxDwellMs')]).toEqual([null, null]);
  });

  test('SEARCH-012 for motion at level 50', async () => {
    await visit();
    await page.goto(`/search?tab=motion&camera=${gate.id}`);
    const slider = page.getByRole('slider', { name: 'Minimum motion' });
    await eventually(() => expect(motionAsked.at(-1)?.minLevel).toBe(50));
    expect(await slider.getAttribute('aria-valuenow')).toBe('50');
  });
});

describe('the search covers', () => {
  const expectFound = async (address: string, event: EventReport): Promise<void> => {
    await page.goto(address);
    await eventually(async () => expect(await shown()).toEqual([event.eventId]), 10_000);
    expect(await card(event).innerText()).toContain('Gate');
    const { hour, minute } = Object.fromEntries(
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
        .formatToParts(event.startedAtUtcMs)
        .map((part) => [part.type, part.value]),
    );
    expect(await card(event).innerText()).toContain(`${hour ?? ''}:${minute ?? ''}`);
  };

  test('SEARCH-003 faces, SEARCH-004 plates, SEARCH-005 vehicles and SEARCH-006 people, with time and camera', async () => {
    await visit();
    await expectFound('/search?face=true', person);
    await expectFound('/search?plate=34-56', car);
    await expectFound('/search?class=vehicle', car);
    await expectFound('/search?class=person', person);
  });
});

test('SEARCH-044 what is typed is asked for once, 400 ms after the last key', async () => {
  await visit();
  await page.goto('/search');
  await card(car).waitFor();
  const asked: { atMs: number; plate: string | null }[] = [];
  page.on('request', (one) => {
    const url = new URL(one.url());
    if (url.pathname === '/api/v1/events')
      asked.push({ atMs: performance.now(), plate: url.searchParams.get('plate') });
  });
  await page.locator('[data-search]').first().pressSequentially('1234567', { delay: 60 });
  const lastKeyMs = performance.now();
  await eventually(async () => expect(await shown()).toEqual([car.eventId]), 10_000);
  expect(asked.map(({ plate }) => plate)).toEqual(['1234567']);
  // The last key was pressed a delay before it was said to be.
  expect(asked[0]!.atMs - lastKeyMs).toBeGreaterThan(400 - 60 - 20);
});

describe.each([5 * minuteMs, -5 * minuteMs])('a browser whose clock is wrong by %i ms', (aheadMs) => {
  const expectNear = (utcMs: string | number | null, wantedMs: number, withinMs = 5000): void =>
    expect(Math.abs(Number(utcMs) - wantedMs)).toBeLessThan(withinMs);

  test('asks for the true last hour', async () => {
    await visit('en', aheadMs);
    const query = await nextQuery(() => page.goto('/search?range=hour'));
    expectNear(query.get('fromUtcMs'), Date.now() - 60 * minuteMs);
    await card(person).waitFor();
    expect(await page.evaluate('Date.now()')).toSatisfy((ms: number) => Math.abs(ms - aheadMs - Date.now()) < 5000);
  });

  test('is offered the true present when two instants are chosen', async () => {
    await visit('en', aheadMs);
    await page.goto('/search');
    await card(person).waitFor();
    await nextQuery(() => page.getByLabel('When').selectOption('custom'));
    const address = new URL(page.url()).searchParams;
    expectNear(address.get('to'), Date.now(), minuteMs + 5000);
    expectNear(address.get('from'), Date.now() - 3 * dayMs, minuteMs + 5000);
  });

  test('searches motion up to the true present', async () => {
    await visit('en', aheadMs);
    await page.goto(`/search?tab=motion&camera=${gate.id}`);
    await eventually(() => expect(motionAsked.length).toBeGreaterThan(0));
    expectNear(motionAsked.at(-1)!.toUtcMs, Date.now());
  });
});

describe('pictures that a core has lost', () => {
  const words = {
    en: { card: 'Picture lost', notice: 'so some are lost' },
    he: { card: 'התמונה אבדה', notice: 'חלק מתמונות האירועים אבדו' },
  } as const;

  beforeAll(async () => {
    const { eventId, startedAtUtcMs } = person;
    await core.report([
      { kind: 'picturesLost', pictures: [{ eventId, cameraId: gate.id, startedAtUtcMs, kind: 'object' }] },
      { kind: 'coreNotice', code: 'pictures_lost', detail: 'pictures of events lost until now: 1' },
    ]);
  });

  test.each(['en', 'he'] as const)(
    'are said to be lost on their events, and on the page of the core, in %s',
    async (language) => {
      await visit(language);
      await page.goto('/search');
      await card(person).getByText(words[language].card).waitFor();
      expect(await card(car).getByText(words[language].card).count()).toBe(0);
      await page.goto(`/search?event=${person.eventId}`);
      await page.getByTestId('event-detail').getByText(words[language].card).waitFor();
      await page.goto(`/edge-edit/${core.edgeId}`);
      await page.getByText(words[language].notice, { exact: false }).waitFor();
      await page.getByText('pictures of events lost until now: 1').waitFor();
    },
  );
});
