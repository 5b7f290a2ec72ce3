import { z } from 'zod';
import type { Store } from './open-store.ts';

/** The number of the present span as SQL, for rows that are written: null while the clock is known to be right. */
export const spanNow = "(select cast(value as integer) from meta where key = 'clockSpan')";

const tables = ['segments', 'gaps', 'outbox'] as const;

/** Which run of the machine this is, by what knows no clock; `upSinceUtcMs` is when it began by the clock of the core. */
export interface MachineRun {
  id: string;
  upSinceUtcMs: number;
}

const present = z.object({
  number: z.number().int(),
  fromUtcMs: z.number(),
  run: z.object({ id: z.string(), upSinceUtcMs: z.number() }),
});
/** Over, because the clock was set: how wrong it was is known once it is known of the clock since. */
const waiting = z.object({ number: z.number().int(), fromUtcMs: z.number(), untilUtcMs: z.number(), byMs: z.number() });

/** What was written within a span, by its wrong clock, belongs elsewhere by so much; all UTC ms. */
export type WrongSpan = z.infer<typeof waiting>;
/** Times, UTC ms by the clock of then, of which nobody will ever know how wrong they are. */
export interface LostSpan {
  fromUtcMs: number;
  untilUtcMs: number;
}
export type PresentSpan = z.infer<typeof present>;

const keys = { present: 'clockSpanFacts', waiting: 'clockSpansWaiting', wrong: 'clockSpansWrong' } as const;

/** Runs of the machine are the same when the clock was not set in between. */
const sameRunMs = 5_000;

/**
 * The times in which nobody knew whether the clock of the core was right. Every file, gap and record that is written in such a span bears its
 * number, so that what turns out to be wrong can be told from what was written at the same times when they really were.
 */
export class ClockSpans {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  present(): PresentSpan | null {
    return this.#read(keys.present, present.nullable()) ?? null;
  }

  /** Spans whose rows are at wrong times. */
  wrong(): WrongSpan[] {
    return this.#read(keys.wrong, z.array(waiting)) ?? [];
  }

  /**
   * From now on nobody knows. That of before goes on where the machine runs on and its clock was not set meanwhile; else it ends, and what
   * was written in it waits for how wrong the clock is now. Answers from when until when, by a clock of which nobody will ever know how
   * wrong it was, footage was written; null where there is none.
   */
  begin(fromUtcMs: number, run: MachineRun): LostSpan | null {
    return this.#store.transaction(() => {
      const before = this.present();
      const byMs = before === null ? 0 : this.#setBetween(before, run);
      if (before !== null && before.run.id === run.id && Math.abs(byMs ?? 0) <= sameRunMs) return null;
      let lost: LostSpan | null = null;
      if (before !== null) {
        if (byMs !== null) this.jumped(before.run.id === run.id ? fromUtcMs - byMs : this.#lastWritten(before), byMs);
        else lost = this.#lose(before);
      }
      const number = Number(this.#value('clockSpanLast') ?? 0) + 1;
      this.#set('clockSpanLast', String(number));
      this.#set('clockSpan', String(number));
      this.#write(keys.present, { number, fromUtcMs, run } satisfies PresentSpan);
      return lost;
    })();
  }

  /**
   * By how much the clock was set between a span and a later run; null when nobody knows. Within one run of the machine its start tells.
   * Over a restart a clock runs on by its battery: it is assumed to be as wrong as before. One that stood still says of the new run
   * that it began before the last thing that the old one wrote.
   */
  #setBetween(before: PresentSpan, run: MachineRun): number | null {
    if (before.run.id === run.id) return run.upSinceUtcMs - before.run.upSinceUtcMs;
    return run.upSinceUtcMs >= this.#lastWritten(before) ? 0 : null;
  }

  /** What waits and what is of the present span stays where it is. */
  #lose(before: PresentSpan): LostSpan | null {
    const spans = [...this.#waiting(), { ...before, untilUtcMs: this.#lastWritten(before) }];
    const withFootage = spans.filter(
      ({ number }) =>
        this.#store.prepare('select 1 from segments where clock_span in (?, ?) limit 1').get(number, -number) !==
        undefined,
    );
    for (const { number } of spans) this.#forget(number);
    this.#write(keys.waiting, []);
    if (withFootage.length === 0) return null;
    return {
      fromUtcMs: Math.min(...withFootage.map(({ fromUtcMs }) => fromUtcMs)),
      untilUtcMs: Math.max(...withFootage.map(({ untilUtcMs }) => untilUtcMs)),
    };
  }

  /** The latest time at which something of a span was written, by its clock. */
  #lastWritten({ number, fromUtcMs }: PresentSpan): number {
    const last = this.#store
      .prepare(
        `select max(at) from (
           select max(coalesce(end_utc_ms, known_end_utc_ms, start_utc_ms)) as at from segments where clock_span = @number
           union all select max(at_utc_ms) from outbox where clock_span = @number
           union all select max(start_utc_ms) from gaps where clock_span = @number)`,
      )
      .pluck()
      .get({ number }) as number | null;
    return Math.max(fromUtcMs, last ?? 0);
  }

  /** What was begun by the clock of now before it was seen that this one was set: files that are written. */
  includeOpen(fromUtcMs: number, withinMs: number): void {
    this.#store
      .prepare(
        `update segments set clock_span = ${spanNow} where clock_span is null and end_utc_ms is null and start_utc_ms between ? and ?`,
      )
      .run(fromUtcMs - withinMs, fromUtcMs + withinMs);
  }

  /** What was written down for the server since it was last seen that nobody set the clock, and is dated by the clock of now. */
  includeRecords(afterSequence: number, fromUtcMs: number, withinMs: number): void {
    this.#store
      .prepare(`update outbox set clock_span = ${spanNow} where sequence > ? and at_utc_ms between ? and ?`)
      .run(afterSequence, fromUtcMs - withinMs, fromUtcMs + withinMs);
  }

  /** The clock was set by so much: what was written until then waits for how wrong it is since. */
  jumped(untilUtcMs: number, byMs: number): void {
    this.#store.transaction(() => {
      const now = this.present();
      const before = this.#waiting().map((span) => ({ ...span, byMs: span.byMs + byMs }));
      const ended = now === null ? [] : [{ number: now.number, fromUtcMs: now.fromUtcMs, untilUtcMs, byMs }];
      if (now !== null) this.#close(now.number);
      this.#write(keys.waiting, [...before, ...ended]);
      this.#set(keys.present, null);
      this.#set('clockSpan', null);
    })();
  }

  /**
   * The clock is wrong by so much (0: it is right). Answers the spans whose rows are at wrong times by that, kept until `finish`. What still
   * comes of the present one bears its number until `settle`.
   */
  resolve(untilUtcMs: number, byMs: number, minMs: number): WrongSpan[] {
    return this.#store.transaction(() => {
      const now = this.present();
      const ended = now === null ? [] : [{ number: now.number, fromUtcMs: now.fromUtcMs, untilUtcMs, byMs: 0 }];
      const all = [...this.#waiting(), ...ended].map((span) => ({ ...span, byMs: span.byMs + byMs }));
      const wrong = all.filter((span) => Math.abs(span.byMs) >= minMs);
      for (const { number } of all) {
        if (wrong.some((span) => span.number === number)) this.#close(number);
        else this.#forget(number);
      }
      this.#write(keys.wrong, [...this.wrong(), ...wrong]);
      this.#write(keys.waiting, []);
      this.#set(keys.present, null);
      if (!wrong.some(({ number }) => number === now?.number)) this.#set('clockSpan', null);
      return wrong;
    })();
  }

  /** Nothing comes any more of what was written before the clock was put right. */
  settle(): void {
    if (this.present() === null) this.#set('clockSpan', null);
  }

  /** All that was written in a span is where it belongs. */
  finish(number: number): void {
    this.#store.transaction(() => {
      this.#forget(number);
      this.#write(
        keys.wrong,
        this.wrong().filter((span) => span.number !== number),
      );
    })();
  }

  #waiting(): WrongSpan[] {
    return this.#read(keys.waiting, z.array(waiting)) ?? [];
  }

  /** What bears its number from now on came late. */
  #close(number: number): void {
    for (const table of tables)
      this.#store.prepare(`update ${table} set clock_span = ? where clock_span = ?`).run(-number, number);
  }

  #forget(number: number): void {
    for (const table of tables)
      this.#store.prepare(`update ${table} set clock_span = null where clock_span in (?, ?)`).run(number, -number);
  }

  #value(key: string): string | null {
    return (this.#store.prepare('select value from meta where key = ?').pluck().get(key) as string | undefined) ?? null;
  }

  #set(key: string, value: string | null): void {
    if (value === null) this.#store.prepare('delete from meta where key = ?').run(key);
    else this.#store.prepare('insert or replace into meta (key, value) values (?, ?)').run(key, value);
  }

  #read<T>(key: string, schema: z.ZodType<T>): T | undefined {
    const value = this.#value(key);
    return value === null ? undefined : schema.safeParse(JSON.parse(value)).data;
  }

  #write(key: string, value: unknown): void {
    this.#set(key, JSON.stringify(value));
  }
}
