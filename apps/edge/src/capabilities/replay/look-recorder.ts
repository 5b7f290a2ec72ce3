import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hourMs } from '@sightline/media/motion-index/motion-hour';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import type { Log } from '../../platform/log/log.ts';
import type { FactListener } from '../analyse/analysis.ts';
import { blockBytes, lookFiles } from './look-files.ts';

export interface LookRecorderDeps {
  volume: string;
  /** Whether the disk is mounted. */
  isHere: () => Promise<boolean>;
  log: Log;
}

/** What is not written yet of one camera. */
interface Waiting {
  facts: ToldFact[];
  isAnew: boolean;
  /** Of the last word that was taken. */
  toldUtcMs: number;
  /** A later one that only says that time passed: it counts if nothing more is heard for a while. */
  seenUtcMs: number | null;
}

/** A crash costs at most what was told within this. */
const flushMs = 60_000;
const maxFacts = 2_000;
/** Words that only say that time passed are as good this seldom: rules decide alike without them. */
const seenEveryMs = 10_000;

/** Writes down what rules of cameras are judged by, whether or not there are any: a rule can then be tried on what was. */
export class LookRecorder implements FactListener {
  readonly #deps: LookRecorderDeps;
  readonly #waiting = new Map<string, Waiting>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #hasTrouble = false;

  constructor(deps: LookRecorderDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), flushMs);
  }

  facts(cameraId: string, facts: readonly ToldFact[]): void {
    for (const fact of facts) this.#take(cameraId, fact);
  }

  blind(cameraIds: readonly string[]): void {
    for (const cameraId of cameraIds) {
      const waiting = this.#waiting.get(cameraId);
      if (waiting === undefined) continue;
      this.#take(cameraId, { kind: 'blind', atUtcMs: waiting.seenUtcMs ?? waiting.toldUtcMs, sees: 'nothing' });
    }
  }

  /** Until when it is known what a camera saw; null for one of which nothing was told. */
  toldUntilUtcMs(cameraId: string): number | null {
    const waiting = this.#waiting.get(cameraId);
    return waiting === undefined ? null : Math.max(waiting.toldUtcMs, waiting.seenUtcMs ?? 0);
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    for (const cameraId of this.#waiting.keys()) this.#write(cameraId);
    return this.#writing;
  }

  /** Times were wrong: what was filed by them goes, rather than stand where it never was. */
  async forgetWrong(right: (utcMs: number) => number): Promise<void> {
    await this.flush();
    const { volume } = this.#deps;
    for (const cameraId of await lookFiles.cameras(volume))
      for (const hour of await lookFiles.list(volume, cameraId, { fromUtcMs: 0, toUtcMs: 8e14 })) {
        const [from, to] = [hour * hourMs, (hour + 1) * hourMs - 1];
        if (right(from) !== from || right(to) !== to) await rm(lookFiles.path(volume, cameraId, hour), { force: true });
      }
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.flush();
  }

  #take(cameraId: string, fact: ToldFact): void {
    const waiting = this.#waiting.get(cameraId) ?? {
      facts: [],
      isAnew: true,
      toldUtcMs: Number.NEGATIVE_INFINITY,
      seenUtcMs: null,
    };
    this.#waiting.set(cameraId, waiting);
    const first = waiting.facts[0];
    if (first !== undefined && Math.floor(first.atUtcMs / hourMs) !== Math.floor(fact.atUtcMs / hourMs))
      this.#write(cameraId);
    const isSoon = fact.atUtcMs - waiting.toldUtcMs < seenEveryMs;
    if (fact.kind === 'seen' && isSoon) return void (waiting.seenUtcMs = fact.atUtcMs);
    // Until then everything was seen: what ends by not being seen any more ends there.
    if (waiting.seenUtcMs !== null && (fact.kind === 'blind' || !isSoon))
      waiting.facts.push({ kind: 'seen', atUtcMs: waiting.seenUtcMs });
    waiting.seenUtcMs = null;
    waiting.toldUtcMs = fact.atUtcMs;
    waiting.facts.push(fact);
    if (waiting.facts.length >= maxFacts) this.#write(cameraId);
  }

  #write(cameraId: string): void {
    const waiting = this.#waiting.get(cameraId);
    const first = waiting?.facts[0];
    if (waiting === undefined || first === undefined) return;
    const { volume } = this.#deps;
    const path = lookFiles.path(volume, cameraId, Math.floor(first.atUtcMs / hourMs));
    const bytes = blockBytes(waiting);
    Object.assign(waiting, { facts: [], isAnew: false });
    this.#writing = this.#writing.then(async () => {
      if (!(await this.#append(path, bytes))) waiting.isAnew = true;
    });
  }

  async #append(path: string, bytes: Uint8Array): Promise<boolean> {
    try {
      // The bare folder would take it where the disk is away.
      if (!(await this.#deps.isHere())) return false;
      await mkdir(dirname(path), { recursive: true, mode: 0o750 });
      await appendFile(path, bytes, { mode: 0o640 });
      this.#hasTrouble = false;
      return true;
    } catch (error) {
      if (!this.#hasTrouble) this.#deps.log.warn({ path, detail: String(error) }, 'looks could not be written');
      this.#hasTrouble = true;
      return false;
    }
  }
}
