import { AppError, errorCode, type ErrorCode } from '@sightline/contracts/shared/errors';
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { lockDataFolder, socketPathFor, waitUntilFree } from '../../platform/data-folder-lock.ts';
import { succeedListener } from '../../platform/media-bus/media-bus-successor.ts';
import { forgetStore, keepStore, restoreStore } from '../../platform/software/kept-store.ts';
import type { SoftwareFolder } from '../../platform/software/software-folder.ts';
import {
  counted,
  crashed,
  failing,
  installedName,
  ordered,
  proved,
  rolledBack,
  softwareOrder,
  type SoftwareOrder,
  type SoftwareState,
} from '../../platform/software/software-state.ts';

export interface LauncherDeps {
  folder: SoftwareFolder;
  dataFolder: string;
  /** Program of the installation, which runs until there is another one. */
  installed: { entry: string; readsTo: number };
  /** Arguments of the core. */
  args: readonly string[];
  /** A version on trial has this long to prove itself. */
  provingMs: number;
  /** A core that was asked to end has this long. */
  stopMs: number;
  /** Hands on what the core says to whoever started the launcher. */
  notify: (message: object) => void;
  say: (line: string) => void;
  nowUtcMs: () => number;
  /** Hears every step after it is on the disk. */
  onStep?: (step: string) => void;
}

/** A core that was told to end by word has this long before it is told by signal. */
const hearMs = 300;

/** The recorder of a core that is stopped for good between two versions has the same time as one that gives way to the next. */
const recorderLimits = { patienceMs: 12_000, giveUpMs: 20_000 };

type Run = { end: 'stopped' | 'ordered' | 'ended'; code: number };

/**
 * Runs one version of a core and changes it for another when the core asks. The old version stays the current one until the new
 * one has proved itself; whatever goes wrong before that, at whatever moment, the old one runs again. It never looks at footage.
 */
export class Launcher {
  readonly #deps: LauncherDeps;
  #state: SoftwareState;
  #child: ChildProcess | null = null;
  #isStopping = false;
  #order: SoftwareOrder | null = null;
  /** A core was told to leave its recorder, and none has begun to record since. */
  #isRecorderLeft = false;

  constructor(deps: LauncherDeps) {
    this.#deps = deps;
    this.#state = this.#stored();
  }

  #stored(): SoftwareState {
    const state = this.#deps.folder.read(this.#deps.installed.readsTo);
    return { ...state, current: this.#known(state.current), previous: state.previous && this.#known(state.previous) };
  }

  /** The installation may have been changed by hand since it was written down: it reads what it reads now. */
  #known(version: SoftwareState['current']): SoftwareState['current'] {
    return version.name === installedName ? { name: installedName, readsTo: this.#deps.installed.readsTo } : version;
  }

  /** Runs until the core ends for good or is stopped; answers the exit code. Fails with `data_folder_locked` beside another launcher. */
  async run(): Promise<number> {
    // Two would take each other's cores for broken ones, and put a store back that is in use.
    const lock = await lockDataFolder(this.#deps.folder.path);
    try {
      this.#state = this.#stored();
      return await this.#run();
    } finally {
      // Whoever stops a core between two versions stops what it records.
      if (this.#isStopping && this.#isRecorderLeft) await this.#endRecorder();
      lock.release();
    }
  }

  async #run(): Promise<number> {
    let sinceUtcMs: number | null = null;
    for (;;) {
      await this.#untilUnused();
      sinceUtcMs = this.#prepare() ?? sinceUtcMs;
      const isTrial = this.#state.trial !== null;
      const run = await this.#runOnce(sinceUtcMs);
      if (this.#isStopping) return run.code;
      if (run.end === 'ordered') continue;
      // A trial that ended is repeated or taken back, as `#prepare` finds.
      if (isTrial && this.#state.trial !== null) continue;
      sinceUtcMs = null;
      const before = this.#state.current.name;
      if (run.code !== 0) this.#keep(crashed(this.#state, this.#deps.nowUtcMs()), 'crashed');
      if (this.#state.current.name === before) return run.code;
      this.#deps.say(`the core ended again and again since its update; going back to ${this.#state.current.name}`);
    }
  }

  /** Ends the core and then `run`. */
  stop(): void {
    this.#isStopping = true;
    this.#endChild();
  }

  async #endRecorder(): Promise<void> {
    try {
      await succeedListener(socketPathFor(this.#deps.dataFolder, 'media.sock'), recorderLimits);
    } catch (error) {
      this.#deps.say(`the recorder of the version before goes on for a minute: ${String(error)}`);
    }
  }

  /** A core of a launcher that was killed needs a moment to end: until then its store is neither copied nor put back. */
  async #untilUnused(): Promise<void> {
    if (this.#state.trial === null && this.#order === null) return;
    const { dataFolder, stopMs } = this.#deps;
    if (!(await waitUntilFree(socketPathFor(dataFolder, 'core.lock'), stopMs)))
      throw new AppError('data_folder_locked', { dataFolder });
  }

  /** Brings what is on the disk to where a start can happen. Answers since when an update keeps the core from recording, or null. */
  #prepare(): number | null {
    const { folder, dataFolder, nowUtcMs, say } = this.#deps;
    if (this.#order !== null) {
      this.#keep(ordered(this.#state, this.#order), 'ordered');
      this.#order = null;
    }
    const { trial } = this.#state;
    if (trial === null) return null;
    const raisesStore = trial.to.readsTo > trial.from.readsTo;
    if (trial.starts === 0 && trial.failure === null && raisesStore)
      this.#attempt(() => keepStore(dataFolder, folder.path), 'disk_full');
    this.#keep(counted(this.#state), 'counted');
    if (this.#state.trial?.failure != null) {
      if (trial.starts > 0 && raisesStore) restoreStore(dataFolder, folder.path);
      this.#deps.onStep?.('restored');
      say(`${trial.to.name} is taken back (${this.#state.trial.failure})`);
      this.#keep(rolledBack(this.#state, nowUtcMs()), 'rolledBack');
      forgetStore(folder.path);
    }
    return trial.atUtcMs;
  }

  #attempt(work: () => void, cause: ErrorCode): void {
    try {
      work();
    } catch (error) {
      this.#deps.say(`the update cannot be tried: ${String(error)}`);
      this.#keep(failing(this.#state, cause), 'failing');
    }
  }

  #keep(state: SoftwareState, step: string): void {
    if (state !== this.#state) this.#deps.folder.write(state);
    this.#state = state;
    this.#deps.onStep?.(step);
  }

  #entryOf(name: string): { entry: string; cwd: string } | null {
    const { folder, installed } = this.#deps;
    if (name === installedName) return { entry: installed.entry, cwd: folder.path };
    const facts = folder.release(name);
    return facts && { entry: join(folder.versionFolder(name), facts.entry), cwd: folder.versionFolder(name) };
  }

  async #runOnce(sinceUtcMs: number | null): Promise<Run> {
    if (this.#isStopping) return { end: 'stopped', code: 0 };
    const { trial, current } = this.#state;
    const program = this.#entryOf(trial?.to.name ?? current.name);
    if (program === null) return this.#withoutProgram();
    const more = [
      '--software',
      this.#deps.folder.path,
      ...(sinceUtcMs === null ? [] : ['--updating-since', String(sinceUtcMs)]),
    ];
    const child = fork(program.entry, [...this.#deps.args, ...more], {
      cwd: program.cwd,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    this.#deps.onStep?.('started');
    const deadline = trial === null ? null : setTimeout(() => this.#fail('core_update_unproved'), this.#deps.provingMs);
    child.on('message', (message: { type?: string }) => this.#hear(message, trial !== null));
    const code = await new Promise<number>((resolve) => {
      child.once('error', () => resolve(1));
      child.once('exit', (status) => resolve(status ?? 1));
    });
    if (deadline !== null) clearTimeout(deadline);
    this.#child = null;
    return { end: this.#order === null ? 'ended' : 'ordered', code };
  }

  /** Somebody deleted the folder of a version: what there is runs. */
  #withoutProgram(): Run {
    if (this.#state.trial !== null) this.#keep(failing(this.#state, 'core_package_broken'), 'failing');
    else
      this.#keep(
        {
          ...this.#state,
          current: this.#state.previous ?? { name: installedName, readsTo: this.#deps.installed.readsTo },
          previous: null,
        },
        'lost',
      );
    return { end: 'ordered', code: 1 };
  }

  #hear(message: { type?: string; name?: unknown; cause?: unknown; order?: unknown }, isTrial: boolean): void {
    if (message.type === 'step' && message.name === 'recording') this.#isRecorderLeft = false;
    if (message.type === 'software.switch') return this.#take(message.order);
    if (message.type === 'software.unfit')
      return this.#fail(errorCode.safeParse(message.cause).data ?? 'core_update_unproved');
    if (message.type === 'software.proved') return this.#commit();
    // Whoever started us waits for the old version as well: a failure of the new one is no end.
    if (message.type === 'failed' && isTrial && this.#state.trial !== null) return;
    this.#deps.notify(message);
  }

  #take(request: unknown): void {
    const order = softwareOrder.safeParse(request).data;
    if (order === undefined || this.#state.trial !== null || this.#isStopping) return;
    this.#order = { ...order, from: this.#known(order.from), to: this.#known(order.to) };
    const child = this.#child;
    // Its recorder goes on until that of the next version is there. A version of before does not know the word.
    this.#isRecorderLeft = true;
    child?.send({ type: 'software.switching' }, () => undefined);
    setTimeout(() => child === this.#child && this.#endChild(), hearMs).unref();
  }

  #commit(): void {
    // Its time was over before it said so: it is ended already, and what is kept of the store is needed.
    if (this.#state.trial === null || this.#state.trial.failure !== null) return;
    this.#deps.onStep?.('proving');
    const { to } = this.#state.trial;
    this.#keep(proved(this.#state, this.#deps.nowUtcMs()), 'proved');
    forgetStore(this.#deps.folder.path);
    this.#deps.say(`${to.name} has proved itself`);
    this.#child?.send({ type: 'software.settled' }, () => undefined);
  }

  #fail(cause: ErrorCode): void {
    if (this.#state.trial === null) return;
    this.#keep(failing(this.#state, cause), 'failing');
    this.#endChild();
  }

  #endChild(): void {
    const child = this.#child;
    if (child === null) return;
    child.kill('SIGTERM');
    const hurry = setTimeout(() => child.kill('SIGKILL'), this.#deps.stopMs);
    child.once('exit', () => clearTimeout(hurry));
  }
}
