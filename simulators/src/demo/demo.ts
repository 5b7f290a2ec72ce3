import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreparedMedia } from '../scenes/prepare-media.ts';
import { isPrepared, prepareMedia } from '../scenes/prepare-media.ts';
import { ApiRefusal, createApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { ClipUnavailable, debianClip } from './debian-clip.ts';
import { accessCameraId, accessDoorName, installAccess } from './demo-access.ts';
import { cameraUsername, clipCamera } from './demo-cameras.ts';
import type { DemoCamera } from './demo-cameras.ts';
import { demoGap, plantGap } from './demo-gap.ts';
import type { GapPlan } from './demo-gap.ts';
import { startDemoServers, stopDemoServers } from './demo-servers.ts';
import type { DemoServers } from './demo-servers.ts';
import { readDemoState, writeDemoState } from './demo-state.ts';
import { ensureSites } from './demo-sites.ts';
import type { DemoPlace } from './demo-sites.ts';
import { installServices, renewPhone } from './install-services.ts';
import { claimCore, ensureCamera, enterDemo } from './seed.ts';
import type { WantedCamera } from './seed.ts';

export interface DemoOptions {
  dataDir: string;
  server: string;
  passwordFile: string;
  /** Cameras to make and serve, in this order. */
  cameras: DemoCamera[];
  /** No attempt to fetch the Debian clip. */
  noClip: boolean;
  /** Where the server looks for NoonLight on this machine, and may reach simulated services at all; null: it does not. */
  noonLightPort: number | null;
  /** The gap of a new camera that has one; otherwise the one of the demo. */
  gap?: GapPlan;
  signal: AbortSignal;
  notify: (message: DemoMessage) => void;
}

/** What the demo tells its parent. `note` is a sentence for people about something that is missing but not needed. */
export type DemoMessage =
  | { type: 'progress'; name: string; done: number; total: number; unit: 's' | 'MB' }
  | { type: 'camera'; name: string; url: string }
  | { type: 'note'; message: string }
  | { type: 'ready'; cameras: { name: string; url: string }[]; controlUrl: string; servicesUrl: string }
  | { type: 'failed'; code: string; message: string };

type Listed = { name: string; url: string };

interface Demo {
  options: DemoOptions;
  servers: DemoServers;
  api: ApiClient;
  password: string;
  /** Signed in, with sites and core; drawing goes on meanwhile. */
  entered: Promise<DemoPlace>;
  /** Cameras that show their scene, and no card. */
  showing: Set<string>;
}

const retryMs = 500;
const sceneFps = 15;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

/** Tries until it works: the server may still be starting, and the core may not wait yet. */
async function until<T>(signal: AbortSignal, attempt: () => Promise<T | null>): Promise<T> {
  while (true) {
    signal.throwIfAborted();
    const result = await attempt().catch((error: unknown) => {
      // No connection: the server is not up yet, or restarts.
      if (error instanceof TypeError) return null;
      throw error;
    });
    if (result !== null) return result;
    await pause(retryMs, signal);
  }
}

async function register(demo: Demo, wanted: WantedCamera): Promise<{ isNew: boolean }> {
  const place = await demo.entered;
  return until(demo.options.signal, async () =>
    ensureCamera(demo.api, place, wanted).catch(async (error: unknown) => {
      // Tokens last minutes, drawing may take longer: sign in again when one has ended.
      if ((error as { code?: string }).code !== 'unauthenticated') throw error;
      await enterDemo(demo.api, demo.password);
      return null;
    }),
  );
}

/** Goes on by itself: the demo does not wait for it, and ends it with everything else. */
function plantGapOf({ servers, options }: Demo, camera: DemoCamera): void {
  const faults = servers.rtsp.faults(`${camera.id}/main`);
  plantGap(faults, options.gap ?? demoGap, options.signal).catch((error: unknown) => {
    if (!options.signal.aborted) throw error;
  });
}

async function serve(demo: Demo, camera: DemoCamera, media: PreparedMedia): Promise<Listed> {
  const { rtsp, devices, services, state } = demo.servers;
  const credentials = { username: cameraUsername, password: state.cameraPassword };
  const speaker = camera.hasSpeaker === true ? { backchannel: { codecs: ['pcmu', 'pcma'] as const } } : {};
  const addStreams = (at: string) =>
    Promise.all(
      (['main', 'sub'] as const).map(async (kind) => {
        const path = `${at}/${kind}`;
        const file = kind === 'main' ? media.mainFile : media.subFile;
        const isAccess = at === accessCameraId && kind === 'main';
        // A card says nothing of people who come.
        const onShown = (fileMs: number): void => {
          if (demo.showing.has(camera.id)) services.access.shown(fileMs);
        };
        const shown = isAccess ? { onShown } : {};
        await rtsp.addStream(path, { ...credentials, ...speaker, ...shown, clock: camera.id, file });
        return { kind, url: rtsp.url(path), transport: 'tcp' as const, driver: 'auto' as const };
      }),
    );
  const streams = await addStreams(camera.id);
  await devices.add({ id: camera.id, name: camera.name, credentials });
  const channel = camera.hasOwnChannel === true ? `recorder/${camera.id}` : camera.id;
  if (channel !== camera.id) await addStreams(channel);
  await devices.record({ path: channel, credentials });
  const { id, name, site = 'quay' } = camera;
  const { isNew } = await register(demo, { id, name, site, streams, credentials });
  if (isNew && camera.hasGap === true) plantGapOf(demo, camera);
  const listed = { name: camera.name, url: rtsp.url(`${camera.id}/main`) };
  demo.options.notify({ type: 'camera', ...listed });
  return listed;
}

function draw(demo: Demo, camera: DemoCamera, isUrgent: boolean): Promise<PreparedMedia> {
  const { dataDir, signal, notify } = demo.options;
  return prepareMedia(camera.media, {
    folder: join(dataDir, 'media'),
    signal,
    isUrgent,
    onProgress: (done, total) =>
      notify({
        type: 'progress',
        name: `scene ${camera.id}`,
        done: Math.round(done / sceneFps),
        total: Math.round(total / sceneFps),
        unit: 's',
      }),
  });
}

/** Serves a camera with a card that says what it waits for, at the size of what is drawn: a new one, and one whose pictures are drawn anew. */
async function serveCard(demo: Demo, camera: DemoCamera): Promise<Listed> {
  const { width, height } = camera.media.kind === 'clip' ? { width: 1280, height: 720 } : camera.media;
  const lines = [camera.name, '', 'This demo picture is being drawn', 'Ready in a few minutes'];
  const { dataDir, signal } = demo.options;
  const card = { id: `${camera.id}-card`, kind: 'card', lines, width, height } as const;
  return serve(
    demo,
    camera,
    await prepareMedia(card, { folder: join(dataDir, 'media'), signal, isUrgent: false, onProgress: () => undefined }),
  );
}

async function serveDrawn(demo: Demo, camera: DemoCamera, isUrgent: boolean): Promise<Listed> {
  const media = await draw(demo, camera, isUrgent);
  demo.showing.add(camera.id);
  return serve(demo, camera, media);
}

async function showDrawn(demo: Demo, camera: DemoCamera, media: PreparedMedia): Promise<void> {
  const { rtsp } = demo.servers;
  await rtsp.faults(`${camera.id}/main`).switchFile(media.mainFile);
  await rtsp.faults(`${camera.id}/sub`).switchFile(media.subFile);
  demo.showing.add(camera.id);
}

/** Fetched meanwhile, converted when everything is drawn. */
async function addClip(demo: Demo, drawn: Promise<void>, onAdded: (camera: Listed) => void): Promise<void> {
  const { dataDir, signal, notify } = demo.options;
  const folder = join(dataDir, 'media');
  try {
    const source = await debianClip({
      folder,
      signal,
      onProgress: (done, total) =>
        notify({
          type: 'progress',
          name: 'pedestrian clip',
          done: Math.round(done / 1e5) / 10,
          total: Math.round(total / 1e5) / 10,
          unit: 'MB',
        }),
    });
    await drawn;
    const camera = clipCamera(source);
    onAdded(
      await serve(
        demo,
        camera,
        await prepareMedia(camera.media, { folder, signal, isUrgent: false, onProgress: () => undefined }),
      ),
    );
  } catch (error) {
    if (signal.aborted || !(error instanceof ClipUnavailable)) throw error;
    notify({ type: 'note', message: `The pedestrian camera is left out: ${error.message}.` });
  }
}

/**
 * The first one at once, because somebody waits for a picture. Then all others are there, those without pictures with a card, and are
 * drawn one after the other in time that nobody else wants: the demo must not take the processor from what people watch.
 */
async function addAllDrawn(demo: Demo, onAdded: (camera: Listed) => void): Promise<void> {
  const [first, ...others] = demo.options.cameras;
  if (first) onAdded(await serveDrawn(demo, first, true));
  const undrawn: DemoCamera[] = [];
  for (const camera of others) {
    const isDrawn = await isPrepared(camera.media, join(demo.options.dataDir, 'media'));
    onAdded(await (isDrawn ? serveDrawn(demo, camera, false) : serveCard(demo, camera)));
    if (!isDrawn) undrawn.push(camera);
  }
  for (const camera of undrawn) await showDrawn(demo, camera, await draw(demo, camera, false));
}

async function enter(options: DemoOptions, api: ApiClient, password: string): Promise<DemoPlace> {
  await until(options.signal, async () => enterDemo(api, password).then(() => true));
  const place = await ensureSites(api);
  await until(options.signal, async () => (await claimCore(api, place)) || null);
  return place;
}

/** Installs the simulated services, once. Whoever cannot have them still has the cameras. */
async function connectServices({ options, servers, api }: Demo, stateFile: string): Promise<void> {
  const { services, state } = servers;
  if (options.noonLightPort === null) return;
  try {
    if (state.hasInstalledServices) return await renewPhone(api, services);
    await installServices(api, services);
    state.hasInstalledServices = true;
    await writeDemoState(stateFile, state);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    options.notify({ type: 'note', message: `The simulated services are not all installed: ${error.message}.` });
  }
}

/** Connects the access system of the entrance, once its camera is there. Whoever cannot have it still has the cameras. */
async function connectAccess({ options, servers, api }: Demo, stateFile: string): Promise<void> {
  const { services, state } = servers;
  try {
    const access = await installAccess(api, state.access);
    if (access === null) return;
    state.access = access;
    await writeDemoState(stateFile, state);
    services.access.connect({ ...access, server: options.server, signal: options.signal });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    options.notify({ type: 'note', message: `The access system is not connected: ${error.message}.` });
  }
}

/** Drawing and converting need the optional part node-av. */
function requireNodeAv(): void {
  try {
    import.meta.resolve('node-av/api');
  } catch (error) {
    throw Object.assign(
      new Error(
        'The demo cameras need the optional part node-av; install without --omit=optional, or run with --no-demo.',
        { cause: error },
      ),
      { code: 'node_av_absent' },
    );
  }
}

/**
 * Serves the demo cameras and makes them known to the server. Says `ready` with the first camera, goes on making the
 * others, and resolves when all are there; the servers go on until the process ends.
 */
export async function startDemo(options: DemoOptions): Promise<DemoServers> {
  requireNodeAv();
  const stateFile = join(options.dataDir, 'demo.json');
  const servers = await startDemoServers(await readDemoState(stateFile), options.noonLightPort);
  try {
    await writeDemoState(stateFile, servers.state);
    const password = (await readFile(options.passwordFile, 'utf8')).trim();
    const api = createApiClient(options.server, options.signal);
    const demo: Demo = { options, servers, api, password, entered: enter(options, api, password), showing: new Set() };
    let announced = false;
    const announce = (camera: Listed): void => {
      const [controlUrl, servicesUrl] = [servers.control.url, servers.services.desk.url];
      if (!announced) options.notify({ type: 'ready', cameras: [camera], controlUrl, servicesUrl });
      announced = true;
    };
    const accesses: Promise<void>[] = [];
    const drawn = addAllDrawn(demo, (camera) => {
      announce(camera);
      if (camera.name === accessDoorName) accesses.push(connectAccess(demo, stateFile));
    });
    const connected = demo.entered.then(() => connectServices(demo, stateFile));
    await Promise.all([connected, drawn, options.noClip ? null : addClip(demo, drawn, announce)]);
    await Promise.all(accesses);
    return servers;
  } catch (error) {
    await stopDemoServers(servers);
    throw error;
  }
}
