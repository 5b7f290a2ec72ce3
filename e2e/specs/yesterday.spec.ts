import { dayOf, startOfDay, utcOf } from '@sightline/domain/time/zone-time';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordHour } from '../../bench/measure/recorded-hour.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { eventually } from '../fixtures/eventually.ts';
import { coverageOf, recordedMs } from '../fixtures/footage.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type System } from '../fixtures/system.ts';

/** Who came through the gate yesterday at eight: a person was seen there then, and it was recorded. */
const desk: View = { language: 'en', theme: 'light', width: 1440 };
const zone = 'Asia/Jerusalem';
const minuteMs = 60_000;
const slow = { timeout: 20_000 };
const shots = process.env['SIGHTLINE_SHOTS'];

let system: System;
let browser: Browser;
let gateId: string;
let eightMs: number;
/** The day of the month that was yesterday. */
let date: number;

/** A person at the gate, kept as the server keeps what cores report. */
async function seePerson(cameraId: string, atMs: number): Promise<void> {
  const at = new Date(atMs).toISOString();
  await queryDatabase(system, `select make_event_day($1::timestamptz::date)`, [at]);
  await queryDatabase(
    system,
    `with made as (
       insert into events (organization_id, id, camera_id, started_at, last_seen_at, ended_at, received_at, colour_mask, revision, dwell_ms, score,
         class, phase, severity, motion_level, is_stationary, has_face, colours, zone_ids, model_id)
       select organization_id, gen_random_uuid(), id, $2::timestamptz, $2::timestamptz + interval '8 s', $2::timestamptz + interval '8 s', $2, 0, 3, 8000, 0.9,
         0, 2, 0, 90, false, false, '{}', '{}', 'coco@1' from cameras where id = $1 returning organization_id, started_at, id)
     insert into event_details (organization_id, started_at, id, path, facts)
     select organization_id, started_at, id, ''::bytea, jsonb_build_object('best', jsonb_build_object('atUtcMs', $3::bigint, 'box',
       '{"x":0.1,"y":0.2,"width":0.1,"height":0.3}'::jsonb), 'continuesId', null, 'zones', '[]'::jsonb, 'face', null, 'plate', null) from made`,
    [cameraId, at, atMs + 2_000],
  );
}

beforeAll(async () => {
  system = await startSystem();
  const file = await testMedia('h264-sub');
  await system.cameras.addStream('gate', { file });
  const site = await setUpSite(system);
  gateId = (
    await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate'), analysis: { isOn: false } })
  ).id;
  await waitForCamera(system, gateId, 'online');
  const [year = 0, month = 0, day = 0] = dayOf(startOfDay(Date.now(), zone, -1), zone)
    .split('-')
    .map(Number);
  date = day;
  eightMs = utcOf({ year, month, day, hour: 8, minute: 0, second: 0 }, zone);
  await recordHour({
    coreFolder: join(system.folder, 'core'),
    cameraId: gateId,
    file,
    endUtcMs: eightMs + 5 * minuteMs,
    lengthMs: 10 * minuteMs,
  });
  await seePerson(gateId, eightMs + 3_000);
  await eventually(async () => {
    const coverage = await coverageOf(system, gateId, { fromUtcMs: eightMs - minuteMs, toUtcMs: eightMs + minuteMs });
    if (recordedMs(coverage) < minuteMs) throw new Error(`${String(recordedMs(coverage))} ms`);
  }, 30_000);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const dayButton = (page: Page): Locator =>
  page
    .getByRole('dialog')
    .locator('button[data-footage="true"]')
    .filter({ hasText: new RegExp(`^${String(date)}$`) });

/** What is on the screen is of yesterday at eight, and the person of that moment is pointed out beside it. */
async function expectThere(page: Page): Promise<void> {
  await page.locator('[data-testid=video-tile][data-mode=playback][data-seek-ms]').waitFor(slow);
  const current = page.getByTestId('events-panel').locator('[data-event][aria-current]');
  await current.waitFor(slow);
  expect(await current.innerText()).toMatch(/Person/);
  expect(await current.innerText()).toMatch(/0?8:00:03/);
  await page.waitForURL(/[?&]at=\d+/);
  const at = Number(new URL(page.url()).searchParams.get('at'));
  expect(Math.abs(at - eightMs)).toBeLessThan(minuteMs);
}

test('who came through the gate yesterday at eight stands beside the picture after four steps: camera, calendar, day, time', async () => {
  const { page, context, complaints } = await openPage(browser, system.url, desk);
  await signIn(page);
  let steps = 0;
  const step = async (act: Promise<unknown>): Promise<void> => {
    await act;
    steps += 1;
  };
  await step(page.locator(`a[href="/camera/${gateId}"]`).first().click(slow));
  await page.locator('[data-testid=video-tile][data-phase=live]').waitFor(slow);
  await step(page.getByRole('button', { name: /Choose a day or time/ }).click(slow));
  await step(dayButton(page).click(slow));
  await page.getByLabel(/^Time \(/).fill('08:00:00', slow);
  await step(page.keyboard.press('Enter'));
  await expectThere(page);
  expect(steps).toBe(4);
  if (shots) await page.screenshot({ path: join(shots, 'yesterday-at-eight.png') });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the same goes by the keyboard alone', async () => {
  const { page, context, complaints } = await openPage(browser, system.url, desk);
  await signIn(page);
  const gate = page.locator(`a[href="/camera/${gateId}"]`).first();
  await gate.focus(slow);
  await gate.press('Enter');
  await page.locator('[data-testid=video-tile][data-phase=live]').waitFor(slow);
  await page.keyboard.press('g');
  await page.getByLabel(/^Time \(/).waitFor(slow);
  await dayButton(page).focus(slow);
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Time \(/).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('08:00:00');
  await page.keyboard.press('Enter');
  await expectThere(page);
  expect(complaints).toEqual([]);
  await context.close();
});
