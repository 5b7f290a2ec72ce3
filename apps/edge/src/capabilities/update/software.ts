import type { softwareCommands } from '@sightline/contracts/edge-releases/core-software';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CoreUpdates } from './core-updates.ts';
import { isProved } from './proving.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CommandHandlers } from '../../platform/link/command-handlers.ts';
import type { Log } from '../../platform/log/log.ts';
import { SoftwareFolder, writeWhole } from '../../platform/software/software-folder.ts';
import type { SoftwareResult } from '../../platform/software/software-state.ts';
import { storeSteps } from '../../platform/store/schema.ts';
import { isStoreTrouble, StoreQueue } from '../../platform/store/store-queue.ts';
import { edgeVersion, type EdgeConfig } from '../../platform/edge-config.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { RecordingNow } from '../record/media-supervision.ts';
import type { ToParent } from '../../platform/software/parent.ts';

export interface SoftwareDeps {
  config: EdgeConfig;
  stores: EdgeStores;
  isLinked: () => boolean;
  recordingNow: () => RecordingNow;
  /** Tells the launcher. */
  notify: (message: ToParent) => void;
  clock: Clock;
  log: Log;
}

const keysName = 'release-keys.json';
const reportedKey = 'softwareReported';
const lookMs = 500;
/** Streams that were written within this time count as being written. */
const freshMs = 20_000;
/** The gap that an update made is told when footage comes again, or after this long without. */
const gapPatienceMs = 60_000;

/** Keys whose packages this core runs: as given at its installation, or by its server when it was claimed, and never changed over the link. */
export class ReleaseKeys {
  readonly #folder: string;

  constructor(dataFolder: string, given: string[] | null) {
    this.#folder = dataFolder;
    if (given !== null) this.#write(given);
  }

  list(): string[] {
    const path = join(this.#folder, keysName);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as string[]) : [];
  }

  /** The first keys that a core is given stay: a server that lies later cannot make it run what it likes. */
  adopt(keys: readonly string[]): void {
    if (keys.length > 0 && !existsSync(join(this.#folder, keysName))) this.#write(keys);
  }

  #write(keys: readonly string[]): void {
    writeWhole(this.#folder, keysName, JSON.stringify(keys));
  }
}

/** The software of this core: answers the server about it, proves a version on trial, and tells how updates ended. */
export class Software {
  readonly #deps: SoftwareDeps;
  readonly #updates: CoreUpdates | null;
  readonly #folder: SoftwareFolder | null;
  readonly #startedUtcMs: number;
  readonly #startedMs: number;
  #timer: NodeJS.Timeout | null = null;
  readonly #recorded = new Set<string>();
  readonly #writes: StoreQueue;
  readonly keys: ReleaseKeys;

  constructor(deps: SoftwareDeps) {
    this.#deps = deps;
    const { config, stores, clock, log } = deps;
    this.keys = new ReleaseKeys(config.dataFolder, config.releaseKeys);
    this.#writes = new StoreQueue(log);
    this.#startedUtcMs = Math.round(clock.nowUtcMs());
    this.#startedMs = clock.monotonicMs();
    this.#folder = config.softwareFolder === null ? null : new SoftwareFolder(config.softwareFolder);
    this.#updates =
      this.#folder &&
      new CoreUpdates({
        folder: this.#folder,
        running: { version: edgeVersion, readsTo: storeSteps.length },
        dataFormat: () => stores.store.pragma('user_version', { simple: true }) as number,
        releaseKeys: () => this.keys.list(),
        meta: stores.meta,
        serverUrl: config.serverUrl,
        serverCa: config.serverCa,
        report: (report) => this.#writes.add(() => stores.outbox.append(Math.round(clock.nowUtcMs()), report)),
        switchTo: (order) => deps.notify({ type: 'software.switch', order }),
        evidence: () => ({
          recorded: stores.segments.writtenSince(Math.round(clock.nowUtcMs()) - freshMs),
          wasLinked: deps.isLinked(),
          streams: [...deps.recordingNow().recorded],
        }),
        log,
        nowUtcMs: () => clock.nowUtcMs(),
      });
  }

  /** `update` when this core can be updated over the link. */
  capabilities(): string[] {
    return this.#updates === null ? [] : ['update'];
  }

  start(): void {
    if (this.#updates === null) return;
    this.#updates.start();
    this.#timer = setInterval(() => this.#checkAgain(), lookMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#updates?.stop();
    this.#writes.stop();
  }

  /** A version on trial that the server will not let in is not the one to stay with. */
  refused(code: ErrorCode): void {
    if (code === 'core_protocol_unsupported' && this.#folder?.read(storeSteps.length).trial)
      this.#deps.notify({ type: 'software.unfit', cause: code });
  }

  /** A core that was not started by its launcher refuses all of them with `core_update_by_hand`. */
  get handlers(): CommandHandlers<SoftwareCommand> {
    return {
      'software.status': () => this.#updatable().status(),
      'software.update': (input) => this.#updatable().update(input),
      'software.rollBack': (input) => this.#updatable().rollBack(input),
      'software.cancel': (input) => this.#updatable().cancel(input),
    };
  }

  #updatable(): CoreUpdates {
    if (this.#updates === null) throw new AppError('core_update_by_hand');
    return this.#updates;
  }

  /** What a full disk does not take is looked at again: it must not end the core. */
  #checkAgain(): void {
    try {
      this.#check();
    } catch (error) {
      if (!isStoreTrouble(error)) throw error;
    }
  }

  #check(): void {
    const { stores, isLinked, clock } = this.#deps;
    const state = this.#folder?.read(storeSteps.length);
    const runningMs = clock.monotonicMs() - this.#startedMs;
    if (state?.trial) {
      const { recorded, unwanted } = this.#deps.recordingNow();
      // A stream that came and went again was not kept from being recorded by this version.
      for (const id of recorded) this.#recorded.add(id);
      if (isProved(state.trial, { isLinked: isLinked(), recorded: this.#recorded, unwanted, runningMs }))
        this.#deps.notify({ type: 'software.proved' });
      return;
    }
    if (
      state?.result &&
      (stores.segments.writtenSince(this.#startedUtcMs) > 0 ||
        runningMs > gapPatienceMs ||
        stores.cameras.list().length === 0)
    )
      this.#notify(state.result);
    else if (state?.result) return;
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Tells once how the last update ended. */
  #notify(result: SoftwareResult): void {
    const { stores, clock, log } = this.#deps;
    const { updateId, outcome, cause, switchedAtUtcMs } = result;
    const mark = `${updateId} ${outcome} ${String(result.endedAtUtcMs)}`;
    if (stores.meta.get(reportedKey) === mark) return;
    const recordingGapMs = stores.gaps.longest('core_updating', switchedAtUtcMs);
    const version = edgeVersion;
    stores.store.transaction(() => {
      stores.outbox.append(Math.round(clock.nowUtcMs()), {
        kind: 'softwareState',
        updateId,
        state: outcome,
        progress: 1,
        cause,
        version,
        recordingGapMs,
      });
      stores.meta.set(reportedKey, mark);
    })();
    log.info({ updateId, outcome, cause, recordingGapMs }, 'an update of the software ended');
  }
}

/** Commands that `Software` answers. */
type SoftwareCommand = keyof typeof softwareCommands;
