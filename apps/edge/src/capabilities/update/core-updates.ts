import type { CoreSoftware, CoreUpdateState } from '@sightline/contracts/edge-releases/core-software';
import type { EdgeCommandInput } from '@sightline/contracts/link/link-commands';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { compareVersions } from '@sightline/domain/edge-releases/package-rules';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log/log.ts';
import type { SoftwareFolder } from '../../platform/software/software-folder.ts';
import { installedName, type SoftwareOrder, type SoftwareState } from '../../platform/software/software-state.ts';
import type { MetaStore } from '../../platform/store/meta-store.ts';
import { isStoreTrouble } from '../../platform/store/store-queue.ts';
import { fetchRelease, requireRoom } from './fetch-release.ts';
import { unpackInChild } from './unpack-in-child.ts';
import { readWork, workKey, type UpdateWork } from './update-work.ts';

type SoftwareReport = Extract<EdgeRecordBody, { kind: 'softwareState' }>;

export interface CoreUpdatesDeps {
  folder: SoftwareFolder;
  /** Version of this program, and the newest format of the store that it reads. */
  running: { version: string; readsTo: number };
  dataFormat: () => number;
  releaseKeys: () => string[];
  meta: MetaStore;
  serverUrl: string;
  serverCa: string | null;
  report: (report: SoftwareReport) => void;
  /** Asks the launcher to run another version. */
  switchTo: (order: SoftwareOrder) => void;
  /** What the version of now does, and the next one has to do as well. */
  evidence: () => Pick<SoftwareOrder, 'recorded' | 'wasLinked' | 'streams'>;
  log: Log;
  nowUtcMs: () => number;
}

const patienceMs = 1_800_000;
const reportMs = 2_000;
/** A launcher that was killed at the wrong moment is asked again. */
const maxSwitches = 3;

const versionOf = (name: string, installed: string): string =>
  name === installedName ? installed : (name.split('-')[0] ?? installed);

/** Updates of the software of this core: fetches, checks, and asks the launcher to switch. One at a time; goes on after a restart. */
export class CoreUpdates {
  readonly #deps: CoreUpdatesDeps;
  #work: UpdateWork | null = null;
  #running: { abort: AbortController; done: Promise<void> } | null = null;
  #reportedMs = Number.NEGATIVE_INFINITY;
  /** The work was begun before this program started. */
  #isResumed = false;

  constructor(deps: CoreUpdatesDeps) {
    this.#deps = deps;
  }

  /** Goes on with what a restart interrupted, and throws away what nothing leads to. */
  start(): void {
    const state = this.#state();
    const work = readWork(this.#deps.meta);
    const isOver = work === null || state.trial?.updateId === work.updateId || state.result?.updateId === work.updateId;
    this.#deps.folder.tidy(
      [state.current, state.previous, state.trial?.to]
        .flatMap((version) => version?.name ?? [])
        .concat(work && !isOver ? work.name : []),
    );
    if (work === null || isOver) return this.#settle();
    this.#work = work;
    this.#isResumed = true;
    if (work.state === 'fetching') this.#begin(work);
    else this.#begin(work, () => this.#trySwitch(work));
  }

  async stop(): Promise<void> {
    this.#running?.abort.abort('stop');
    await this.#running?.done;
  }

  status(): CoreSoftware {
    const { previous } = this.#state();
    const { version } = this.#deps.running;
    return {
      version,
      previous: previous && versionOf(previous.name, this.#installedVersion()),
      platform: process.platform,
      arch: process.arch,
      node: process.versions.node,
      dataFormat: this.#deps.dataFormat(),
      releaseKeys: this.#deps.releaseKeys(),
    };
  }

  update(input: EdgeCommandInput<'software.update'>): Record<string, never> {
    if (this.#work !== null && this.#work.updateId !== input.updateId) throw new AppError('core_update_running');
    const state = this.#state();
    if (state.trial !== null) throw new AppError('core_update_running');
    // Asked again after it ended: the answer was lost.
    if (state.result?.updateId === input.updateId) return {};
    this.#requireNotOlder(input.version);
    const known = this.#work;
    const [name, evidence] = [
      `${input.version}-${input.sha256.slice(0, 12)}`,
      known?.evidence ?? this.#deps.evidence(),
    ];
    this.#keep({ ...input, name, state: known?.state ?? 'fetching', switches: known?.switches ?? 0, evidence });
    if (known === null && this.#work !== null) this.#begin(this.#work);
    return {};
  }

  rollBack({ updateId }: { updateId: string }): { version: string } {
    const { previous, trial } = this.#state();
    if (this.#work !== null || trial !== null) throw new AppError('core_update_running');
    if (previous === null) throw new AppError('core_update_no_previous');
    if (previous.readsTo < this.#deps.dataFormat())
      throw new AppError('core_update_data_format', { format: this.#deps.dataFormat() });
    const version = versionOf(previous.name, this.#installedVersion());
    this.#keep({
      updateId,
      version,
      bytes: 1,
      sha256: '',
      path: '',
      token: '',
      name: previous.name,
      state: 'switching',
      switches: 0,
      evidence: null,
    });
    const work = this.#work;
    if (work !== null) this.#begin(work, () => this.#trySwitch(work));
    return { version };
  }

  cancel({ updateId }: { updateId: string }): Record<string, never> {
    // The new version, which runs by now, has nothing to cancel any more.
    if (this.#state().trial?.updateId === updateId) throw new AppError('core_update_running');
    if (this.#work?.updateId !== updateId) return {};
    if (this.#work.state !== 'fetching') throw new AppError('core_update_running');
    this.#running?.abort.abort('cancelled');
    return {};
  }

  #state(): SoftwareState {
    return this.#deps.folder.read(this.#deps.running.readsTo);
  }

  #installedVersion(): string {
    const { meta, running } = this.#deps;
    // Only the installation itself knows its version; it leaves it for those that come after.
    if (this.#state().current.name === installedName && this.#state().trial === null)
      meta.set('installedVersion', running.version);
    return meta.get('installedVersion') ?? running.version;
  }

  #keep(work: UpdateWork): void {
    this.#work = work;
    this.#deps.meta.set(workKey, JSON.stringify(work));
  }

  /** An old version with its old faults is signed as well as a new one: a server may not bring those back. */
  #requireNotOlder(version: string): void {
    const { running } = this.#deps;
    if (compareVersions(version, running.version) < 0)
      throw new AppError('core_update_older', { version, running: running.version });
  }

  #settle(): void {
    this.#work = null;
    this.#isResumed = false;
    this.#deps.meta.remove(workKey);
    this.#installedVersion();
  }

  #report(work: UpdateWork, state: CoreUpdateState, rest: { progress?: number; cause?: ErrorCode } = {}): void {
    const { progress = 0, cause = null } = rest;
    this.#deps.report({
      kind: 'softwareState',
      updateId: work.updateId,
      version: work.version,
      state,
      progress,
      cause,
      recordingGapMs: null,
    });
  }

  #begin(work: UpdateWork, job = (signal: AbortSignal) => this.#fetchAndCheck(work, signal)): void {
    const abort = new AbortController();
    const done = job(abort.signal)
      .catch((error: unknown) => this.#giveUp(work, abort.signal, error))
      // A disk that takes nothing must not end the core that records, or tries to. What is kept is gone on with at its next start.
      .catch((error: unknown) =>
        this.#deps.log.error({ updateId: work.updateId, detail: String(error) }, 'the end of an update cannot be kept'),
      );
    this.#running = { abort, done };
  }

  async #giveUp(work: UpdateWork, signal: AbortSignal, error: unknown): Promise<void> {
    if (signal.reason === 'stop') return;
    const cause: ErrorCode = error instanceof AppError ? error.code : isStoreTrouble(error) ? 'disk_full' : 'internal';
    this.#deps.log.warn({ updateId: work.updateId, reason: cause, detail: String(error) }, 'the update ended');
    try {
      // What came so far is of use to the next attempt, unless it is wrong.
      if (cause !== 'core_update_fetch_failed') await this.#forgetFile();
      await this.#deps.folder.dropUnfinished(work.name);
      this.#report(work, cause === 'core_update_cancelled' ? 'cancelled' : 'failed', { cause });
    } finally {
      this.#settle();
    }
  }

  async #fetchAndCheck(work: UpdateWork, signal: AbortSignal): Promise<void> {
    const { folder, serverUrl, serverCa } = this.#deps;
    const incoming = join(folder.path, 'incoming');
    const file = join(incoming, work.sha256);
    this.#requireNotOlder(work.version);
    // Of packages that were given up nothing stays: footage needs the disk.
    for (const name of await readdir(incoming).catch(() => []))
      if (name !== work.sha256) await rm(join(incoming, name), { recursive: true, force: true });
    if (folder.release(work.name) === null) {
      await requireRoom(folder.path, work.bytes);
      const source = {
        url: new URL(work.path, serverUrl).href,
        token: () => this.#work?.token ?? work.token,
        serverCa,
        bytes: work.bytes,
        sha256: work.sha256,
      };
      await fetchRelease({ source, file, signal, patienceMs, onProgress: (share) => this.#progress(work, share) });
      this.#report(work, 'checking');
      await this.#unpack(work, file, signal);
      await this.#forgetFile();
    }
    if (signal.aborted) throw new AppError('core_update_cancelled');
    await this.#trySwitch(work);
  }

  #forgetFile(): Promise<void> {
    return rm(join(this.#deps.folder.path, 'incoming'), { recursive: true, force: true });
  }

  async #unpack(work: UpdateWork, file: string, signal: AbortSignal): Promise<void> {
    const { folder, dataFormat, releaseKeys } = this.#deps;
    const nodeMajor = Number(process.versions.node.split('.')[0]);
    const { name, version } = work;
    await unpackInChild(
      {
        file,
        softwareFolder: folder.path,
        name,
        version,
        trustedKeys: releaseKeys(),
        nodeMajor,
        dataFormat: dataFormat(),
      },
      signal,
    );
  }

  #progress(work: UpdateWork, share: number): void {
    if (performance.now() - this.#reportedMs < reportMs) return;
    this.#reportedMs = performance.now();
    this.#report(work, 'fetching', { progress: share });
  }

  /** From here on the launcher decides; a version that runs next time finds the work and how it ended. */
  async #trySwitch(work: UpdateWork): Promise<void> {
    const { folder, switchTo, evidence, nowUtcMs } = this.#deps;
    const { current } = this.#state();
    const facts = folder.release(work.name);
    const to =
      work.name === installedName ? this.#state().previous : facts && { name: work.name, readsTo: facts.dataFormat.to };
    if (to === null || work.switches >= maxSwitches || to.name === current.name) {
      const isThere = to?.name === current.name;
      this.#report(work, isThere ? 'updated' : 'failed', isThere ? { progress: 1 } : { cause: 'core_package_broken' });
      return this.#settle();
    }
    // Right after a start nothing is written and linked yet: then the next version has to do what was done before that.
    const shown = this.#isResumed && work.evidence !== null ? work.evidence : evidence();
    this.#keep({
      ...work,
      token: this.#work?.token ?? work.token,
      state: 'switching',
      switches: work.switches + 1,
      evidence: shown,
    });
    this.#report(work, 'switching', { progress: 1 });
    switchTo({ updateId: work.updateId, from: current, to, ...shown, atUtcMs: Math.round(nowUtcMs()) });
    await Promise.resolve();
  }
}
