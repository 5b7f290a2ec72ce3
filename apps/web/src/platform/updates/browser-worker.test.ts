import { beforeEach, describe, expect, it } from 'vitest';
import { browserWorker } from './browser-worker.ts';
import type { WorkerState } from './update-store.ts';
import type { WorkerPort } from './update-watch.ts';

/** A service worker as the browser shows it. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  readonly told: unknown[] = [];

  postMessage(message: unknown): void {
    this.told.push(message);
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = new FakeWorker();
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  onUpdate: () => Promise<void> = () => Promise.resolve();

  update(): Promise<void> {
    return this.onUpdate();
  }

  find(): FakeWorker {
    const found = new FakeWorker();
    this.installing = found;
    this.dispatchEvent(new Event('updatefound'));
    return found;
  }
}

let registration: FakeRegistration;
let container: EventTarget & { register: () => Promise<FakeRegistration> };
let said: WorkerState[];
let port: WorkerPort;

const register = (): Promise<void> => port.register((state) => void said.push(state));

beforeEach(() => {
  registration = new FakeRegistration();
  container = Object.assign(new EventTarget(), { register: () => Promise.resolve(registration) });
  said = [];
  port = browserWorker(container as unknown as ServiceWorkerContainer);
});

describe('a worker that cannot be installed', () => {
  it.each([
    ['is still called the installing one', (failed: FakeWorker) => failed],
    ['is called nothing any longer', () => null],
  ])('UPDATE-015 failed, also where it %s when it ends', async (_name, installing) => {
    await register();
    const failed = registration.find();
    registration.installing = installing(failed);
    failed.become('redundant');
    expect(said).toEqual(['versionDetected', 'installationFailed']);
  });

  it('UPDATE-015 failed, also while an older one waits', async () => {
    registration.waiting = new FakeWorker();
    registration.waiting.state = 'installed';
    await register();
    registration.find().become('redundant');
    expect(said).toEqual(['ready', 'versionDetected', 'installationFailed']);
  });

  it('UPDATE-015 is not taken for "no new version" when it failed before the look was over', async () => {
    await register();
    registration.onUpdate = async () => {
      registration.find().become('redundant');
      registration.installing = null;
      await Promise.resolve();
    };
    await port.check();
    expect(said).toEqual(['versionDetected', 'installationFailed']);
  });
});

describe('a worker that can be installed', () => {
  it('UPDATE-014 UPDATE-016 is found, and ready once it is installed, as often as there is one', async () => {
    await register();
    for (let times = 0; times < 3; times += 1) {
      const found = registration.find();
      registration.installing = null;
      registration.waiting = found;
      found.become('installed');
    }
    expect(said).toEqual(['versionDetected', 'ready', 'versionDetected', 'ready', 'versionDetected', 'ready']);
  });

  it('did not fail when a newer one takes its place', async () => {
    await register();
    const found = registration.find();
    found.become('installed');
    found.become('redundant');
    expect(said).not.toContain('installationFailed');
  });

  it('is no update where it is the first one of this browser', async () => {
    registration.active = null;
    registration.installing = new FakeWorker();
    await register();
    registration.installing.become('installed');
    expect(said).toEqual([]);
  });

  it('takes over when it is told to', async () => {
    const waiting = new FakeWorker();
    registration.waiting = waiting;
    await register();
    const taken = port.takeOver();
    container.dispatchEvent(new Event('controllerchange'));
    await taken;
    expect(waiting.told).toEqual([{ type: 'SKIP_WAITING' }]);
  });
});

describe('a look', () => {
  it('UPDATE-017 says that there is no new version', async () => {
    await register();
    await port.check();
    expect(said).toEqual(['noNewVersion']);
  });

  it('UPDATE-016 says again that one waits', async () => {
    await register();
    registration.waiting = new FakeWorker();
    await port.check();
    expect(said).toEqual(['ready']);
  });

  it('is nothing before there is a registration', async () => {
    await port.check();
    expect(said).toEqual([]);
  });
});
