import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateHintOf, updateStore, type WorkerState } from './update-store.ts';
import { UpdateWatch, type WorkerPort } from './update-watch.ts';

let answers: () => Response | Promise<Response>;
let asked: URL[];
let caching: (RequestCache | undefined)[];
let logged: unknown[];
let report: (state: WorkerState) => void;
let registrations: number;
let looks: number;
let takeOvers: number;
let watch: UpdateWatch;

const manifest = (version: string, entry = '/assets/own.js'): Response =>
  Response.json({ appData: { version }, entry });
const worker = (register: () => Promise<void> = () => Promise.resolve()): WorkerPort => ({
  register: (onState) => {
    registrations += 1;
    report = onState;
    return register();
  },
  check: () => {
    looks += 1;
    return Promise.resolve();
  },
  takeOver: () => {
    takeOvers += 1;
    return Promise.resolve();
  },
});
const begin = (port: WorkerPort | null = worker(), stable: Promise<unknown> = Promise.resolve()): void => {
  watch = new UpdateWatch({ ownVersion: '1.2.3', ownEntry: '/assets/own.js', worker: port, stable });
  watch.start();
};
const pass = async (seconds: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(seconds * 1000));
const never = new Promise<void>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  caching = [];
  logged = [];
  registrations = 0;
  looks = 0;
  takeOvers = 0;
  answers = () => manifest('1.2.3');
  updateStore.setState({ worker: 'unknown', requiredVersion: null }, true);
  vi.stubGlobal('fetch', (url: string, { cache }: RequestInit) => {
    asked.push(new URL(url, 'http://page'));
    caching.push(cache);
    return Promise.resolve(answers());
  });
  vi.spyOn(console, 'warn').mockImplementation((text) => void logged.push(text));
});

afterEach(() => {
  watch.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the version check', () => {
  it('UPDATE-001 asks for the manifest at the root with both parameters against caches', async () => {
    begin();
    await pass(0);
    expect(asked[0]?.pathname).toBe('/sw-manifest.json');
    expect(asked[0]?.searchParams.get('sw_version')).toBe('1.2.3');
    const bust = (at: number): number => Number(asked[at]?.searchParams.get('sw_update_bust'));
    expect(bust(0)).toBeGreaterThan(0);
    expect(caching).toEqual(['no-store']);
    await pass(30 * 60);
    expect(bust(1)).toBeGreaterThan(bust(0));
  });

  it.each([
    ['an answer 500', () => new Response('', { status: 500 })],
    ['a page instead of the manifest', () => new Response('<!doctype html>')],
    ['no answer at all', () => Promise.reject<Response>(new TypeError('offline'))],
  ])('UPDATE-003 logs %s and takes it as no update', async (_name, answer) => {
    answers = answer;
    begin();
    await pass(0);
    expect(updateStore.getState().requiredVersion).toBeNull();
    expect(logged).toContain('The version of the application could not be read');
  });

  it.each(['1.2', '1.2.x', 'v1.2.4', '1.2.4-beta', ''])(
    'UPDATE-004 does not accept %j as a version',
    async (version) => {
      answers = () => manifest(version);
      begin();
      await pass(0);
      expect(updateStore.getState().requiredVersion).toBeNull();
    },
  );

  it('UPDATE-002 UPDATE-005 demands the update when appData.version is another one', async () => {
    answers = () => manifest('1.2.4');
    begin();
    await pass(0);
    expect(updateStore.getState().requiredVersion).toBe('1.2.4');
  });

  it('UPDATE-006 checks every 30 minutes', async () => {
    begin();
    await pass(0);
    expect(asked).toHaveLength(1);
    await pass(29 * 60);
    expect(asked).toHaveLength(1);
    await pass(60);
    expect(asked).toHaveLength(2);
    await pass(30 * 60);
    expect([asked.length, looks]).toEqual([3, 3]);
  });
});

describe('the service worker', () => {
  it('UPDATE-018 is registered once the page is stable', async () => {
    begin();
    expect(registrations).toBe(0);
    await pass(0);
    expect(registrations).toBe(1);
    await pass(60);
    expect(registrations).toBe(1);
  });

  it('UPDATE-018 is registered after 30 s in a page that never comes to rest', async () => {
    begin(worker(), never);
    await pass(29);
    expect(registrations).toBe(0);
    await pass(1);
    expect(registrations).toBe(1);
  });

  it('UPDATE-019 is done without when it cannot be registered, with a line in the log', async () => {
    begin(worker(() => Promise.reject(new Error('blocked'))));
    await pass(0);
    expect(logged).toContain('The service worker could not be registered');
    expect(updateHintOf(updateStore.getState())).toBeNull();
  });

  it.each([
    ['UPDATE-014', 'versionDetected', null],
    ['UPDATE-015', 'installationFailed', 'failed'],
    ['UPDATE-017', 'noNewVersion', null],
  ] as const)('%s says what belongs to "%s"', async (_id, state, hint) => {
    begin();
    await pass(0);
    report(state);
    await pass(0);
    expect([updateStore.getState().worker, updateHintOf(updateStore.getState())]).toEqual([state, hint]);
  });

  it('UPDATE-016 asks for the update when a worker of another build is ready', async () => {
    answers = () => manifest('1.2.3', '/assets/other.js');
    begin();
    await pass(0);
    report('ready');
    await pass(0);
    expect([updateStore.getState().worker, updateHintOf(updateStore.getState()), takeOvers]).toEqual([
      'ready',
      'required',
      0,
    ]);
  });

  it('UPDATE-016 lets a worker take over that belongs to the page that is shown', async () => {
    begin();
    await pass(0);
    report('ready');
    await pass(0);
    expect([updateHintOf(updateStore.getState()), takeOvers]).toEqual([null, 1]);
  });

  it('UPDATE-011 UPDATE-015 keeps saying that it failed while the same version is tried anew, until there is a better end', async () => {
    answers = () => manifest('1.2.3', '/assets/other.js');
    begin();
    await pass(0);
    report('installationFailed');
    report('versionDetected');
    expect(updateHintOf(updateStore.getState())).toBe('failed');
    report('installationFailed');
    await pass(0);
    expect(updateHintOf(updateStore.getState())).toBe('failed');
    report('versionDetected');
    report('ready');
    await pass(0);
    expect(updateHintOf(updateStore.getState())).toBe('required');
  });

  it('UPDATE-015 does not let an older "ready", whose check of the version was slow, hide that a newer one failed', async () => {
    begin();
    await pass(0);
    let answer: (response: Response) => void = () => undefined;
    answers = () => new Promise<Response>((resolve) => (answer = resolve));
    report('ready');
    report('installationFailed');
    answer(manifest('1.2.3', '/assets/other.js'));
    await pass(0);
    expect(updateHintOf(updateStore.getState())).toBe('failed');
  });

  it('UPDATE-006 looks for the first time once it is registered, not before', async () => {
    let registered = (): void => undefined;
    begin(worker(() => new Promise<void>((resolve) => (registered = resolve))));
    await pass(0);
    expect(looks).toBe(0);
    registered();
    await pass(0);
    expect(looks).toBe(1);
  });

  it('does not keep the update waiting for a worker that never takes over', async () => {
    begin({ ...worker(), takeOver: () => never });
    let isReady = false;
    void watch.prepareReload().then(() => (isReady = true));
    await pass(2);
    expect(isReady).toBe(false);
    await pass(1);
    expect(isReady).toBe(true);
  });
});
