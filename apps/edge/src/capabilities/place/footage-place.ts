import { AppError } from '@sightline/contracts/shared/errors';
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { hasMark, readMark, writeMark } from '../../platform/footage-mark.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EdgeConfig } from '../../platform/edge-config.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { forgetMissing } from '../recover/forget-missing.ts';
import { assessPlace, type PlaceVerdict } from './assess-place.ts';
import { streamsOn } from '../recover/lost-footage.ts';
import { noteUnread } from '../recover/unread-streams.ts';

/** Where footage lies. `folder` is what people named; `volume` is in it or is it. */
type Place = Pick<EdgeConfig, 'footageFolder' | 'volume' | 'adoptFrom'>;

export interface FootagePlaceDeps {
  stores: EdgeStores;
  config: Place & Pick<EdgeConfig, 'dataFolder'>;
  log: Log;
  /** How often a disk that was away at the start is looked for; 10 s unless a test says otherwise. */
  lookMs?: number;
}

const memoryKey = 'footagePlace';
/** Whoever puts this file into the data folder says that the disk of before does not come back. It is used up. */
const anewFile = 'footage.anew';
const sampleFiles = 20;
const defaultLookMs = 10_000;

/**
 * The disk that this core records to, known by the id that lies on it. While another one or none is mounted in its place the
 * core writes nothing there and forgets nothing of what it knows.
 */
export class FootagePlace {
  readonly volume: string;
  /** Data folder of the core of before whose footage this is, or null. */
  readonly adoptFrom: string | null;
  readonly #deps: FootagePlaceDeps;
  readonly #known: (Place & { id: string }) | null;
  #id: string;
  #isTaken = false;
  #isOther = false;
  #timer: NodeJS.Timeout | null = null;

  /** Looks at the folder and takes it unless its disk is away. Fails with `data_folder_unwritable` for a new one that cannot be used. */
  constructor(deps: FootagePlaceDeps) {
    this.#deps = deps;
    const { stores, config } = deps;
    const memory = stores.meta.get(memoryKey);
    this.#known = memory === null ? null : (JSON.parse(memory) as Place & { id: string });
    const place = this.#isSameFolder ? this.#known! : config;
    this.volume = place.volume;
    this.adoptFrom = place.adoptFrom;
    this.#id = this.#isSameFolder ? this.#known!.id : uuidv7();
    this.#check();
    if (this.isAway)
      deps.log.error(
        { volume: this.volume },
        'the disk for footage is not there: nothing is recorded until it is mounted',
      );
  }

  /** Id of the disk; while it is away, that of the one that is waited for. */
  get mark(): string {
    return this.#id;
  }

  /** The disk was not there when it was looked for. */
  get isAway(): boolean {
    return !this.#isTaken;
  }

  /** A disk with footage of its own was taken by somebody's word: all of its files are looked at. */
  get isUnread(): boolean {
    return this.#isOther;
  }

  /** Whether the disk is mounted this moment. */
  readonly isHere = (): Promise<boolean> => (this.#isTaken ? hasMark(this.volume, this.#id) : Promise.resolve(false));

  /** Waits for a disk that is away; says once when it is there. */
  wait(onTaken: () => void): void {
    if (this.#isTaken) return;
    this.#timer = setInterval(() => {
      try {
        this.#check();
      } catch (error) {
        this.#deps.log.error({ volume: this.volume, detail: String(error) }, 'the disk for footage cannot be used');
      }
      if (!this.#isTaken) return;
      this.stop();
      this.#deps.log.info({ volume: this.volume }, 'the disk for footage is there');
      onTaken();
    }, this.#deps.lookMs ?? defaultLookMs);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  get #isSameFolder(): boolean {
    return this.#known !== null && this.#known.footageFolder === this.#deps.config.footageFolder;
  }

  #check(): void {
    const { stores, config } = this.#deps;
    const anewPath = join(config.dataFolder, anewFile);
    const beginsAnew = existsSync(anewPath);
    const mark = readMark(this.volume);
    const sample = stores.segments.sample(sampleFiles);
    const found = sample.filter((path) => existsSync(join(this.volume, path)));
    const verdict = assessPlace({
      knownId: this.#known?.id ?? null,
      isSameFolder: this.#isSameFolder,
      mark,
      hasFiles: sample.length > 0,
      holdsFiles: found.length * 2 >= sample.length,
      beginsAnew,
    });
    if (verdict === 'away') return;
    this.#take(verdict, mark);
    if (beginsAnew && verdict !== 'known') this.#beginAnew(verdict);
    rmSync(anewPath, { force: true });
    this.#isTaken = true;
  }

  #take(verdict: Exclude<PlaceVerdict, 'away'>, mark: string | null): void {
    const { stores, config } = this.#deps;
    if (mark === null) {
      // Not the id of a disk that may come back.
      if (this.#id === this.#known?.id) this.#id = uuidv7();
      this.#prepare();
    } else this.#id = mark;
    const { volume, adoptFrom } = this;
    const { footageFolder } = config;
    stores.meta.set(
      memoryKey,
      JSON.stringify({ id: this.#id, footageFolder, volume, adoptFrom } satisfies Place & { id: string }),
    );
    if (verdict !== 'known')
      this.#deps.log.info({ volume, mark: this.#id, verdict }, 'footage is written to this disk from now on');
  }

  #prepare(): void {
    const { volume } = this;
    const id = this.#id;
    const { footageFolder, dataFolder } = this.#deps.config;
    try {
      // A folder that somebody named is there, or its disk is not.
      if (footageFolder !== dataFolder) accessSync(footageFolder);
      mkdirSync(volume, { recursive: true, mode: 0o700 });
      accessSync(volume, constants.W_OK);
      writeMark(volume, id);
    } catch (cause) {
      throw new AppError('data_folder_unwritable', { dataFolder: volume }, { cause });
    }
  }

  /** What lay on the disk of before is not offered any more; its time says why. */
  #beginAnew(verdict: PlaceVerdict): void {
    const { stores } = this.#deps;
    this.#isOther = verdict === 'adopt';
    stores.store.transaction(() => {
      if (this.#isOther) noteUnread(stores.meta, streamsOn(this.volume));
      forgetMissing(stores, this.volume, ({ streamId, startUtcMs, endUtcMs }) =>
        stores.gaps.noteGone(streamId, { startUtcMs, endUtcMs, cause: 'footage_disk_away' }),
      );
    })();
  }
}
