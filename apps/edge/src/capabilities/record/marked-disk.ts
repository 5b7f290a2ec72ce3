import { hasMark } from '../../platform/footage-mark.ts';
import type { Disk } from '../footage/disk.ts';

/** The disk of the footage is not mounted where it was: nothing may be written there, and nothing there is known to be gone. */
export class DiskAway extends Error {
  constructor(volume: string, options?: ErrorOptions) {
    super(`the disk of ${volume} is not there`, options);
  }
}

export interface MarkedDiskDeps {
  disk: Disk;
  volume: string;
  /** Id that the disk bears. */
  mark: string;
  /** Said once each time that it goes. */
  onAway: () => void;
}

/**
 * A disk to which nothing is written unless it bears its mark. Once it was missed it stays away until `takeBack`, so that
 * nobody writes before whatever a lost disk left open is looked at.
 */
export class MarkedDisk implements Disk {
  readonly #deps: MarkedDiskDeps;
  #mark: string;
  #isAway = false;

  constructor(deps: MarkedDiskDeps) {
    this.#deps = deps;
    this.#mark = deps.mark;
  }

  expect(mark: string): void {
    this.#mark = mark;
  }

  /** Looks for the mark, unless it is known to be missing. */
  async isAway(): Promise<boolean> {
    if (!this.#isAway && !(await this.#isThere()) && !this.#isAway) {
      this.#isAway = true;
      this.#deps.onAway();
    }
    return this.#isAway;
  }

  /** Takes the disk back if it is there again; `first` runs before anybody writes to it. */
  async takeBack(first: () => void): Promise<void> {
    if (!this.#isAway || !(await this.#isThere())) return;
    // What `first` begins may use the disk; nobody else comes in between, for it does not wait.
    this.#isAway = false;
    try {
      first();
    } catch (error) {
      this.#isAway = true;
      throw error;
    }
  }

  makeDirectory(path: string): Promise<string[]> {
    return this.#there((disk) => disk.makeDirectory(path));
  }

  async create(path: string): Promise<number> {
    const { disk, volume } = this.#deps;
    const file = await this.#there(() => disk.create(path));
    if (!(await this.isAway())) return file;
    // It went in this very moment: the file may lie in the bare folder.
    await disk.close(file);
    await disk.remove(path).catch(() => undefined);
    throw new DiskAway(volume);
  }

  open(path: string): Promise<number> {
    return this.#there((disk) => disk.open(path));
  }

  remove(path: string): Promise<void> {
    return this.#there((disk) => disk.remove(path));
  }

  rename(path: string, to: string): Promise<void> {
    return this.#there((disk) => disk.rename(path, to));
  }

  write(file: number, deps: readonly Uint8Array[], position: number): Promise<void> {
    return this.#explain((disk) => disk.write(file, deps, position));
  }

  sync(file: number): Promise<void> {
    return this.#explain((disk) => disk.sync(file));
  }

  syncDirectory(path: string): Promise<void> {
    return this.#explain((disk) => disk.syncDirectory(path));
  }

  truncate(file: number, bytes: number): Promise<void> {
    return this.#explain((disk) => disk.truncate(file, bytes));
  }

  close(file: number): Promise<void> {
    return this.#explain((disk) => disk.close(file));
  }

  #isThere(): Promise<boolean> {
    return hasMark(this.#deps.volume, this.#mark);
  }

  async #there<T>(action: (disk: Disk) => Promise<T>): Promise<T> {
    if (await this.isAway()) throw new DiskAway(this.#deps.volume);
    return this.#explain(action);
  }

  /** What fails on a disk that was pulled fails for that reason. */
  async #explain<T>(action: (disk: Disk) => Promise<T>): Promise<T> {
    try {
      return await action(this.#deps.disk);
    } catch (cause) {
      if (await this.isAway()) throw new DiskAway(this.#deps.volume, { cause });
      throw cause;
    }
  }
}
