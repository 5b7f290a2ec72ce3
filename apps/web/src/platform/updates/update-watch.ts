import { fetchVersion } from './version-check.ts';
import { updateStore, type WorkerState } from './update-store.ts';
import { logProblem } from '../log/log.ts';

/** Where nothing else gives a reason to look. */
const fallbackMs = 30 * 60_000;
/** A page that never comes to rest gets its service worker then. */
const registerAfterMs = 30_000;
/** A worker that does not take over by then is left behind: the page itself always comes from the server. */
const takeOverMs = 3000;

/** The service worker of this browser, as the watch needs it. */
export interface WorkerPort {
  /** Registers and reports; rejects when that is not possible. */
  register(onState: (state: WorkerState) => void): Promise<void>;
  /** Looks for a newer one; reports `noNewVersion` when there is none, and `ready` again when one waits already. */
  check(): Promise<void>;
  /** Lets a waiting one take over; settles once it has. */
  takeOver(): Promise<void>;
}

export interface UpdateWatchDeps {
  ownVersion: string;
  /** Path of the first script of this page. */
  ownEntry: string | null;
  worker: WorkerPort | null;
  /** Settles when the first screen is drawn and the page has come to rest. */
  stable: Promise<unknown>;
}

/** Looks for a newer version of the application: once the page is stable, after every interruption, and every 30 minutes. */
export class UpdateWatch {
  readonly #deps: UpdateWatchDeps;
  #timer: ReturnType<typeof setInterval> | undefined;
  #registerTimer: ReturnType<typeof setTimeout> | undefined;
  #registration: Promise<void> | undefined;
  /** Counts what the worker reported: an older report must not be said after a newer one. */
  #heard = 0;

  constructor(deps: UpdateWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#registerTimer = setTimeout(() => this.#register(), registerAfterMs);
    void this.#deps.stable.then(() => {
      this.#register();
      return this.check();
    });
    this.#timer = setInterval(() => void this.check(), fallbackMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#registerTimer);
  }

  /** Compares the version of the server with the own one, and lets the service worker look too. */
  async check(): Promise<void> {
    const { ownVersion, worker } = this.#deps;
    const served = await fetchVersion(ownVersion);
    if (served !== null)
      updateStore.setState({ requiredVersion: served.version === ownVersion ? null : served.version });
    if (worker === null || this.#registration === undefined) return;
    // A look before that would find nothing, and the next one may be half an hour away.
    await this.#registration;
    await worker
      .check()
      .catch((failure: unknown) => logProblem('The service worker could not look for a newer one', failure));
  }

  /** Lets the new version take over as far as possible; the caller then loads the page anew. */
  async prepareReload(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, takeOverMs));
    const done = this.#deps.worker
      ?.takeOver()
      .catch((failure: unknown) => logProblem('The new service worker did not take over', failure));
    await Promise.race([late, done]);
  }

  #register(): void {
    const { worker } = this.#deps;
    if (worker === null || this.#registration !== undefined) return;
    clearTimeout(this.#registerTimer);
    // Works without; only offline starts and notifications do not.
    this.#registration = worker
      .register((state) => void this.#hear(worker, state))
      .catch((failure: unknown) => logProblem('The service worker could not be registered', failure));
  }

  async #hear(worker: WorkerPort, state: WorkerState): Promise<void> {
    // Every look tries a version anew that could not be installed: until one of them comes to an end, that it failed stays true.
    if (state === 'versionDetected' && updateStore.getState().worker === 'installationFailed') return;
    const turn = ++this.#heard;
    if (state !== 'ready') {
      updateStore.setState({ worker: state });
      return;
    }
    const { ownVersion, ownEntry } = this.#deps;
    const served = await fetchVersion(ownVersion);
    if (turn !== this.#heard) return;
    // The page came from the server already; only its service worker is of yesterday.
    const isOwn = ownEntry !== null && served?.entry === ownEntry;
    updateStore.setState({ worker: isOwn ? 'noNewVersion' : 'ready' });
    if (isOwn) await worker.takeOver();
  }
}
