import type { Camera } from '@sightline/contracts/cameras/camera';
import type { EventReport } from '@sightline/contracts/events/event';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { SimulatedEdge } from '@sightline/simulators/edge/simulated-edge';
import { simulatedEvent, simulatedVector } from '@sightline/simulators/edge/simulated-event';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { View } from '../fixtures/browser.ts';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { addSimulatedCamera, addSimulatedCore, drawPicture, reportSeen } from '../fixtures/seen-events.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { System } from '../fixtures/system.ts';
import { account, startSystem } from '../fixtures/system.ts';

const day = 86_400_000;
const zoneId = '0199f000-0000-7000-8000-000000000001';

let system: System;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let core: SimulatedEdge;
let gate: Camera;
let yard: Camera;
let seen: Record<'walker' | 'runner' | 'van' | 'misread' | 'parked' | 'old' | 'unsure', EventReport>;

const appearance = (angle: number) => ({
  kind: 'appearance' as const,
  modelId: 'clothes@1',
  values: simulatedVector(64, angle),
});
const face = (angle: number) => ({ kind: 'face' as const, modelId: 'faceres@1', values: simulatedVector(1024, angle) });
const foundFace = {
  box: { x: 0.48, y: 0.36, width: 0.04, height: 0.06 },
  widthPx: 52,
  score: 0.9,
  age: 33,
  gender: 'female' as const,
};

function makeEvents(): typeof seen {
  const now = Date.now();
  const at = (agoMs: number, lengthMs = 12_000): Partial<EventReport> => ({
    startedAtUtcMs: now - agoMs,
    lastSeenUtcMs: now - agoMs + lengthMs,
    endedAtUtcMs: now - agoMs + lengthMs,
    dwellMs: lengthMs,
    best: { atUtcMs: now - agoMs + lengthMs / 2, box: { x: 0.45, y: 0.35, width: 0.1, height: 0.4 } },
  });
  const car = { class: 'vehicle' as const, subtype: 'car' };
  return {
    walker: simulatedEvent(gate.id, {
      ...at(10 * 60_000),
      severity: 'critical',
      colours: [{ part: 'upper', colour: 'red', share: 0.7 }],
      zones: [{ zoneId, enteredAtUtcMs: now - 599_000, leftAtUtcMs: now - 595_000 }],
      face: foundFace,
      vectors: [appearance(0), face(0)],
    }),
    runner: simulatedEvent(yard.id, {
      ...at(20 * 60_000, 300_000),
      colours: [{ part: 'lower', colour: 'red', share: 0.6 }],
      face: foundFace,
      vectors: [appearance(0.1), face(0.02)],
    }),
    van: simulatedEvent(gate.id, {
      ...car,
      ...at(30 * 60_000),
      plate: { text: '1234567', score: 0.95, reads: 6 },
      colours: [{ part: 'body', colour: 'white', share: 0.6 }],
    }),
    misread: simulatedEvent(yard.id, { ...car, ...at(40 * 60_000), plate: { text: '12B4S67', score: 0.6, reads: 1 } }),
    parked: simulatedEvent(yard.id, { ...car, ...at(50 * 60_000, 600_000), isStationary: true }),
    old: simulatedEvent(yard.id, {
      ...at(5 * day),
      class: 'animal',
      subtype: 'dog',
      face: foundFace,
      vectors: [appearance(1.5), face(1.6)],
    }),
    unsure: simulatedEvent(yard.id, { ...at(60 * 60_000), score: 0.41 }),
  };
}

beforeAll(async () => {
  system = await startSystem();
  await system.api.setUp(account);
  const { id: locationId } = await system.api.call(locationsCalls.create, {
    body: { name: 'Haifa Port', timeZone: 'Asia/Jerusalem' },
  });
  core = await addSimulatedCore(system, {
    name: 'Core Haifa',
    locationId,
    capabilities: ['detect:coco@1', 'plates:latin@1', 'faces:res@1'],
  });
  const definedZones = [
    {
      id: zoneId,
      name: 'Barrier',
      severity: 'critical' as const,
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
    },
  ];
  gate = await addSimulatedCamera(system, core, { name: 'Gate', locationId, analysis: { definedZones } });
  yard = await addSimulatedCamera(system, core, { name: 'Yard', locationId });
  browser = await openBrowser();
  ({ context, page, complaints } = await openPage(browser, system.url, {
    language: 'en',
    theme: 'light',
    width: 1440,
  }));
  await signIn(page);
  const person = await drawPicture(page, { kind: 'person', colour: '#b83034' });
  const car = await drawPicture(page, { kind: 'vehicle', colour: '#e8e8e8' });
  seen = makeEvents();
  await reportSeen(
    core,
    Object.values(seen).map((event) => ({ event, jpeg: event.class === 'vehicle' ? car : person })),
  );
});

afterAll(async () => {
  core.disconnect();
  await browser.close();
  await system.stop();
});

const card = (event: EventReport): Locator => page.locator(`[data-event="${event.eventId}"]`);
const shownIds = (on: Page = page): Promise<(string | null)[]> =>
  on.getByTestId('event-card').evaluateAll((cards) => cards.map((element) => element.getAttribute('data-event')));

/** Waits until exactly these events are shown, in this order. */
const expectShown = (events: readonly EventReport[], on: Page = page): Promise<void> =>
  eventually(async () => expect(await shownIds(on)).toEqual(events.map(({ eventId }) => eventId)), 10_000);

/** Waits until a part of the page is seen. */
const expectSeen = async (part: Locator, timeout = 10_000): Promise<void> => {
  await part.waitFor({ timeout });
  expect(await part.count()).toBeGreaterThan(0);
};

const byTime = (): EventReport[] => [seen.walker, seen.runner, seen.van, seen.misread, seen.parked];

describe('search', () => {
  beforeEach(async () => {
    await page.goto('/search');
    await page.getByTestId('event-card').first().waitFor();
  });

  test('shows the last three days, only what is sure, newest first', async () => {
    await expectShown(byTime());
    await page.getByText('5 matches').waitFor();
    await page.getByLabel('High confidence only').uncheck();
    await expectShown([...byTime(), seen.unsure]);
    await page.getByLabel('When').selectOption('7d');
    await expectShown([...byTime(), seen.unsure, seen.old]);
  });

  test('every filter stands in the address, narrows, and is taken back by "back"', async () => {
    await page.getByLabel('Vehicle').check();
    await expectShown([seen.van, seen.misread, seen.parked]);
    await page.getByLabel('Without stationary objects').check();
    await expectShown([seen.van, seen.misread]);
    expect(new URL(page.url()).searchParams.get('class')).toBe('vehicle');
    await page.goBack();
    await expectShown([seen.van, seen.misread, seen.parked]);
    await page.goBack();
    await expectShown(byTime());
    await page.goForward();
    await expectShown([seen.van, seen.misread, seen.parked]);
  });

  test('colours count where they were seen', async () => {
    await page.getByRole('button', { name: 'red', exact: true }).click();
    await expectShown([seen.walker, seen.runner]);
    await page.getByText('Lower', { exact: true }).click();
    await expectShown([seen.runner]);
    await page.getByTestId('active-filters').getByText('Lower: red').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Lower' }).click();
    await expectShown(byTime());
  });

  test('zones are offered once their camera is chosen', async () => {
    expect(await page.getByLabel('Barrier').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Cameras' }).click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await expectShown([seen.walker, seen.van]);
    await page.getByLabel('Barrier').check();
    await expectShown([seen.walker]);
  });

  test('one letter of a plate is not searched; a part finds it, a misread one is found as similar', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('1');
    await page.getByText('Enter at least two letters or digits.').waitFor();
    await page.keyboard.type('2-34');
    await expectShown([seen.van]);
    await page.getByText('Similar', { exact: true }).click();
    await page.getByLabel('Plate or part of one').fill('12-345-67');
    await expectShown([seen.van, seen.misread]);
    await page.keyboard.press('Escape');
    await expectShown(byTime());
  });

  test('a link shows the same to somebody else, and an old one with unknown words still opens', async () => {
    await page.goto(`/search?class=person,ufo&colour=mauve&stay=60-&range=never&camera=${yard.id},nonsense`);
    await expectShown([seen.runner]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectShown(byTime());
  });

  test('nothing found says so and leads on', async () => {
    await page.goto('/search?plate=ZZ99');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expectShown(byTime());
  });
});

describe('facts of an event', () => {
  test('open with the keyboard, close with Escape, and are not opened again by "back"', async () => {
    await page.goto('/location/list');
    await page.goto('/search');
    await card(seen.walker).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await eventually(() =>
      expect(page.evaluate('document.activeElement.dataset.event')).resolves.toBe(seen.van.eventId),
    );
    await page.keyboard.press('Enter');
    const facts = page.getByTestId('event-detail');
    await facts.getByText('1234567').waitFor();
    await facts.getByText('95% confidence, read 6 times').waitFor();
    await page.keyboard.press('Escape');
    await facts.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.dataset.event')).toBe(seen.van.eventId);
    await page.goBack();
    await page.waitForURL(/location\/list/);
  });

  test('name what is known and what is a guess', async () => {
    await page.goto(`/search?event=${seen.walker.eventId}`);
    const facts = page.getByTestId('event-detail');
    for (const text of [
      'Gate',
      'Barrier',
      'Critical',
      'to the right',
      '0.06 picture widths per second',
      'Estimate: woman, about 33 years old',
    ]) {
      await facts.getByText(text).first().waitFor();
    }
    const play = facts.getByRole('link', { name: 'Play' });
    expect(await play.getAttribute('href')).toBe(`/camera/${gate.id}?at=${seen.walker.startedAtUtcMs}`);
  });

  test('say that an event is not there', async () => {
    await page.goto('/search?event=0199f000-0000-7000-8000-00000000dead');
    await expectSeen(page.getByRole('heading', { name: 'Event not found' }));
  });

  test('say why no footage comes', async () => {
    await page.goto(`/search?event=${seen.walker.eventId}`);
    await expectSeen(page.getByTestId('event-stage').getByText('This stream is offline', { exact: false }));
  });
});

describe('similar events', () => {
  test('are ranked by look, and called a ranking', async () => {
    await page.goto(`/search?event=${seen.walker.eventId}`);
    await page.getByRole('button', { name: 'Find similar' }).click();
    await page.getByText("doesn't prove identity", { exact: false }).waitFor();
    await expectShown([seen.runner]);
    await card(seen.runner).getByText('Possible match').waitFor();
    await page.getByRole('button', { name: 'Back to search' }).click();
    await expectShown([seen.walker, seen.runner]);
  });

  test('of a face stand above or below the line of the model', async () => {
    await page.goto(`/search?range=7d&by=face&like=${seen.walker.eventId}`);
    await expectShown([seen.runner, seen.old]);
    await card(seen.runner).getByText('Possible match').waitFor();
    await card(seen.old).getByText('Below the threshold').waitFor();
    await page.getByText("Below this line, the model doesn't consider it the same face").waitFor();
  });
});

describe('what happens now', () => {
  const open = (camera: Camera): EventReport => {
    const now = Date.now();
    const best = { atUtcMs: now - 500, box: { x: 0.4, y: 0.3, width: 0.1, height: 0.4 } };
    return simulatedEvent(camera.id, {
      phase: 'opened',
      startedAtUtcMs: now - 1000,
      lastSeenUtcMs: now,
      endedAtUtcMs: null,
      dwellMs: 1000,
      best,
    });
  };

  test('appears by itself while nobody is at the list, and ends in place', async () => {
    await page.goto('/search?class=person');
    await expectShown([seen.walker, seen.runner]);
    await page.mouse.move(5, 5);
    const walking = open(gate);
    await core.report([{ kind: 'event', event: walking }]);
    await card(walking).getByText('Now').waitFor();
    const endedAtUtcMs = walking.startedAtUtcMs + 62_000;
    await core.report([
      {
        kind: 'event',
        event: { ...walking, revision: 2, phase: 'closed', lastSeenUtcMs: endedAtUtcMs, endedAtUtcMs, dwellMs: 62_000 },
      },
    ]);
    // The hour may hold the same figures.
    await card(walking).getByText('1:02', { exact: true }).waitFor();
  });

  test('waits behind "1 new" while the pointer is on the list', async () => {
    await page.goto('/search?class=person');
    await card(seen.walker).hover();
    const before = await shownIds();
    const walking = open(yard);
    await core.report([{ kind: 'event', event: walking }]);
    await page.getByTestId('new-events').waitFor();
    expect(await shownIds()).toEqual(before);
    await page.getByTestId('new-events').click();
    await card(walking).waitFor();
  });

  test('of other filters does not count', async () => {
    await page.goto('/search?class=animal&range=7d');
    await expectShown([seen.old]);
    await core.report([{ kind: 'event', event: open(yard) }]);
    await page.goto('/search?class=person');
    await page.getByTestId('event-card').first().waitFor();
    expect(await page.getByTestId('new-events').count()).toBe(0);
  });
});

describe('motion search', () => {
  const cells: string[] = [];

  beforeAll(() => {
    core.answer('motion.search', ({ fromUtcMs, toUtcMs, cells: asked, minLevel }) => {
      cells.push(`${asked} ${minLevel}`);
      const run = { fromUtcMs: toUtcMs - 3_600_000, toUtcMs: toUtcMs - 3_592_000, peakLevel: 180, cellShare: 0.5 };
      return { items: [run], knownMs: Math.round((toUtcMs - fromUtcMs) * 0.93), nextToUtcMs: null };
    });
  });

  test('asks for a camera first', async () => {
    await page.goto('/search?tab=motion');
    await page.getByRole('heading', { name: 'Choose a camera' }).waitFor();
    await page.getByRole('combobox', { name: 'Camera' }).click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await page.getByTestId('motion-run').waitFor();
    expect(cells.at(-1)).toBe(`${'f'.repeat(36)} 50`);
  });

  test('searches the region that is drawn, with the pointer and with the keys', async () => {
    await page.goto(`/search?tab=motion&camera=${gate.id}`);
    const grid = page.getByTestId('motion-grid');
    const { x, y, width, height } = (await grid.boundingBox())!;
    await page.mouse.move(x + width / 32, y + height / 18);
    await page.mouse.down();
    await page.mouse.move(x + (3 * width) / 32, y + (3 * height) / 18, { steps: 4 });
    await page.mouse.up();
    await page.getByText('4 of 144 cells selected').waitFor();
    await eventually(() => expect(cells.at(-1)).toBe(`c000c${'0'.repeat(31)} 50`));
    await page.locator('[data-cell="17"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await eventually(() => expect(cells.at(-1)).toBe(`c000e${'0'.repeat(31)} 50`));
    expect(new URL(page.url()).searchParams.get('cells')).toBe(`c000e${'0'.repeat(31)}`);
  });

  test('says how much is known, and plays what is clicked', async () => {
    await page.goto(`/search?tab=motion&camera=${gate.id}`);
    await expectSeen(
      page.getByTestId('motion-known').getByText("93% of 3 days was analysed. The rest wasn't analysed."),
    );
    await page.getByTestId('motion-run').click();
    await page.waitForURL(new RegExp(`/camera/${gate.id}\\?at=\\d+`));
  });
});

describe('what fails is said', () => {
  test('a core that is offline, a server that does not answer, a right that is missing', async () => {
    await page.route('**/api/v1/cameras/*/motion?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'core_offline', message: '', data: {}, requestId: 'r' } }),
    );
    await page.goto(`/search?tab=motion&camera=${gate.id}`);
    await expectSeen(page.getByText('The core is offline.', { exact: false }).first());
    await page.route('**/api/v1/events?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: '', data: {}, requestId: 'r' } }),
    );
    await page.goto('/search');
    await expectSeen(page.getByRole('heading', { name: "The search didn't load" }));
    await page.route('**/api/v1/events?*', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: '', data: {}, requestId: 'r' } }),
    );
    await page.goto('/search');
    await expectSeen(page.getByRole('heading', { name: "You don't have permission to search" }));
    await page.unrouteAll();
  });

  test('a core without a model', async () => {
    core.disconnect();
    await core.connect(['plates:latin@1']);
    await page.goto('/search');
    await expectSeen(page.getByTestId('missing-models').getByText('No detection model is installed on these cores.'));
  });

  test('and nothing was complained of', () => {
    expect(complaints).toEqual([]);
  });
});

const views: View[] = [
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];

test.each(views)('everybody can use it in $language, $theme, $width wide', async (view) => {
  await context.close();
  ({ context, page } = await openPage(browser, system.url, view));
  await signIn(page);
  const paths = [
    '/search?class=person&colour=red&range=7d',
    `/search?event=${seen.walker.eventId}`,
    `/search?range=7d&by=face&like=${seen.walker.eventId}`,
    `/search?tab=motion&camera=${gate.id}`,
    '/search?plate=ZZ99',
  ];
  for (const path of paths) {
    await page.goto(path);
    await page
      .locator('[data-testid="event-card"], [data-testid="motion-grid"], h2')
      .locator('visible=true')
      .first()
      .waitFor();
    expect(await pageFaults(page, view), path).toEqual([]);
  }
  if (view.width !== 390) return;
  await page.goto('/search');
  await page.locator('header button[aria-haspopup="dialog"]').click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  expect(await pageFaults(page, view), 'filters').toEqual([]);
});
