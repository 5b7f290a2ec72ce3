import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../e2e/fixtures/eventually.ts';
import { coverageOf } from '../../e2e/fixtures/footage.ts';
import {
  addCamera,
  setUpSite,
  startSystem,
  waitForCamera,
  type Site,
  type System,
  type SystemOptions,
} from '../../e2e/fixtures/system.ts';
import { accountOf, worstOf, type Account } from './account.ts';

/** One thing that goes wrong, what is promised of it, and the way to see whether that holds. */
export interface Disaster {
  /** What `--only` calls it: a few words with hyphens. */
  slug: string;
  /** A sentence for the table. */
  name: string;
  promise: string;
  /** Needs to be root: it mounts a small disk. */
  needsRoot?: true;
  run: (options: { cameras: number }) => Promise<Seen>;
}

/** What was seen: an account of the worst camera from before the fault until after it, a sentence, and whether the promise held. */
export interface Seen {
  account: Account;
  say: string;
  isKept: boolean;
}

/** The whole product with cameras that record. */
export interface Scene {
  system: System;
  site: Site;
  cameras: Camera[];
  /** Since when all cameras have been recorded. */
  sinceUtcMs: number;
}

/** Calm before and after the fault, so that there is footage on both sides of it. */
const calmMs = 6_000;

/** Sets a scene, waits for footage, does the work and ends everything. */
export async function withScene<T>(
  count: number,
  work: (scene: Scene) => Promise<T>,
  options: SystemOptions = {},
): Promise<T> {
  const system = await startSystem(options);
  try {
    const site = await setUpSite(system);
    const file = await testMedia('h264-sub');
    const cameras: Camera[] = [];
    for (let index = 0; index < count; index += 1) {
      const path = `camera-${String(index)}`;
      await system.cameras.addStream(path, { file });
      cameras.push(await addCamera(system, site, { name: path, main: system.cameras.url(path) }));
    }
    for (const { id } of cameras) await waitForCamera(system, id, 'online');
    const scene = { system, site, cameras, sinceUtcMs: Date.now() };
    await wait(calmMs);
    return await work(scene);
  } finally {
    await system.stop();
  }
}

/** Waits until every camera has footage from after `utcMs`, and a while longer; answers the account since the scene was set. */
export async function accountAfter(
  { system, cameras, sinceUtcMs }: Scene,
  utcMs: number,
  withinMs = 90_000,
): Promise<Account> {
  const coverages = async (toUtcMs: number) =>
    Promise.all(cameras.map(({ id }) => coverageOf(system, id, { fromUtcMs: sinceUtcMs, toUtcMs })));
  await eventually(async () => {
    for (const { recorded } of await coverages(Date.now())) {
      if ((recorded.at(-1)?.toUtcMs ?? 0) < utcMs + calmMs) throw new Error('a camera is not recorded again');
    }
  }, withinMs);
  return worstOf((await coverages(utcMs + calmMs)).map(accountOf));
}

export const cameraNow = ({ system }: Scene, id: string): Promise<Camera> =>
  system.api.call(camerasCalls.get, { params: { id } });

/** What the core said about itself since `sinceUtcMs`, each code once. */
export async function noticesOf({ system, site }: Scene, sinceUtcMs: number): Promise<string[]> {
  const { items } = await system.api.call(edgesCalls.notices, { params: { id: site.edgeId }, query: {} });
  return [...new Set(items.flatMap(({ code, receivedAtUtcMs }) => (receivedAtUtcMs >= sinceUtcMs ? [code] : [])))];
}

/** Waits for the first notice after the fault, and says all that came by then. */
export async function toldAfter(
  scene: Scene,
  sinceUtcMs: number,
  withinMs: number,
): Promise<{ seconds: number | null; say: string }> {
  const seconds = await secondsUntil(async () => (await noticesOf(scene, sinceUtcMs)).length > 0, withinMs);
  return {
    seconds,
    say: seconds === null ? 'no notice' : `notice ${(await noticesOf(scene, sinceUtcMs)).join(', ')} ${after(seconds)}`,
  };
}

/** Seconds until `look` answers true, or null when it never did within the time. */
export async function secondsUntil(look: () => Promise<boolean>, withinMs: number): Promise<number | null> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < withinMs) {
    if (await look().catch(() => false)) return (performance.now() - startedMs) / 1000;
    await wait(100);
  }
  return null;
}

export const after = (seconds: number | null): string => (seconds === null ? 'never' : `after ${seconds.toFixed(1)} s`);

/** Every second is recorded or says why: what measuring itself may miss, ms. */
export const isAccounted = ({ unnamedMs }: Account): boolean => unnamedMs <= 1_000;
