import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, clockCorrectionMs, machineClock } from '../../platform/clock.ts';
import { CorrectionPolicy, recalledCorrection, wantedCorrection } from '../../platform/clock-correction.ts';
import type { Log } from '../../platform/log/log.ts';
import { correctClock } from '../../platform/processes/shared-clock.ts';

const lookMs = 1_000;
const rememberMs = 60_000;
/** A clock that leaves what only goes forwards by more in a second was set. */
const setByMs = 5_000;
/** So many measures in a row, of which two say the same at once where a clock is only wrong. */
const maxUnsure = 20;
const memory = z.object({ correctionMs: z.number(), machineUtcMs: z.number() });

/** The clock of the machine beside what goes on while the machine is suspended: one that wakes was not set. */
interface WakefulClock extends Clock {
  /** Ms since the machine began, the times in which it was suspended included. */
  upMs: () => number;
}

const wakefulClock: WakefulClock = { ...machineClock, upMs: () => uptime() * 1_000 };

/** What is known of the clock of the core, as it becomes known. */
interface ClockListener {
  /** Somebody set the machine's clock by so much. */
  jumped: (byMs: number) => void;
  /** Nobody did since the last look. */
  steady?: () => void;
  /** The server says that the clock is right, as it is put right or left. */
  confirmed: () => void;
  /** It is put right by so much, directly after this. */
  corrected: (byMs: number) => void;
}

/**
 * Keeps the clock of the core at the server's time where the machine's is wrong by more than a minute. What it knows is remembered in a
 * file of its own: it is needed before the store is open, and where that is damaged.
 */
export class ClockKeeping {
  readonly #file: string;
  readonly #log: Log;
  readonly #machine: WakefulClock;
  readonly #policy: CorrectionPolicy;
  #timer: NodeJS.Timeout | null = null;
  #rememberedAtMs = Number.NEGATIVE_INFINITY;
  #looked: { machineUtcMs: number; monotonicMs: number };
  #unsure = 0;
  #listener: ClockListener | null = null;

  /** From here on this process goes by the correction of before, as far as it can still be right. */
  constructor({ dataFolder, log, machine = wakefulClock }: { dataFolder: string; log: Log; machine?: WakefulClock }) {
    this.#file = join(dataFolder, 'clock.json');
    this.#log = log;
    this.#machine = machine;
    const now = this.#now();
    this.#looked = now;
    const before = this.#recall();
    const correctionMs = before === null ? 0 : recalledCorrection(before, now.machineUtcMs);
    this.#policy = new CorrectionPolicy({ correctionMs, ...now });
    this.#follow(correctionMs);
  }

  /** Who hears from now on how far the clock can be trusted. */
  listen(listener: ClockListener): void {
    this.#listener = listener;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), lookMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#remember();
  }

  /** The link measured how far the clock of the machine is ahead of the server, or could not. */
  measured(offsetMs: number | null): void {
    if (offsetMs === null) return;
    this.lookForJump();
    this.#follow(this.#policy.measured(offsetMs, this.#now()));
    const isRight = wantedCorrection(clockCorrectionMs(), offsetMs) === clockCorrectionMs();
    this.#unsure = isRight ? 0 : this.#unsure + 1;
    // One that never says the same twice cannot be put right: what waits for that waits in vain.
    if (isRight || this.#unsure >= maxUnsure) this.#listener?.confirmed();
  }

  look(): void {
    this.lookForJump();
    this.#follow(this.#policy.look(this.#now()));
    if (clockCorrectionMs() !== 0 && this.#machine.monotonicMs() - this.#rememberedAtMs >= rememberMs) this.#remember();
  }

  /** Tells who listens whether somebody set the machine's clock since it was last looked at. */
  lookForJump(): void {
    const [before, now] = [this.#looked, this.#now()];
    this.#looked = now;
    const byMs = now.machineUtcMs - before.machineUtcMs - (now.monotonicMs - before.monotonicMs);
    if (Math.abs(byMs) > setByMs) this.#listener?.jumped(byMs);
    else this.#listener?.steady?.();
  }

  #now(): { machineUtcMs: number; monotonicMs: number } {
    return { machineUtcMs: this.#machine.nowUtcMs(), monotonicMs: this.#machine.upMs() };
  }

  #follow(correctionMs: number): void {
    if (correctionMs === clockCorrectionMs()) return;
    if (correctionMs === 0) this.#log.warn('the clock of this machine is right: this core goes by it');
    else
      this.#log.warn({ correctionMs }, 'the clock of this machine is wrong: this core goes by the time of its server');
    this.#listener?.corrected(correctionMs - clockCorrectionMs());
    correctClock(correctionMs);
    this.#remember();
  }

  #remember(): void {
    this.#rememberedAtMs = this.#machine.monotonicMs();
    const correctionMs = clockCorrectionMs();
    try {
      if (correctionMs === 0) return rmSync(this.#file, { force: true });
      writeFileSync(`${this.#file}.new`, JSON.stringify({ correctionMs, machineUtcMs: this.#machine.nowUtcMs() }));
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      this.#log.warn({ detail: String(error) }, 'how wrong the clock of this machine is could not be remembered');
    }
  }

  #recall(): z.infer<typeof memory> | null {
    try {
      return memory.safeParse(JSON.parse(readFileSync(this.#file, 'utf8'))).data ?? null;
    } catch {
      // Right until now, or cut by a power cut: the server says it again.
      return null;
    }
  }
}
