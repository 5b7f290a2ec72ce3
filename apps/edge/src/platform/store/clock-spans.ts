import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { ClockCopy, CopiedSpan } from './clock-copy.ts';
import type { Store } from './open-store.ts';

/** The number of the present span as SQL, for rows that are written: null while the clock is known to be right. */
export const spanNow = "(select cast(value as integer) from meta where key = 'clockSpan')";

const tables = ['segments', 'gaps', 'outbox', 'clock_marks'] as const;

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

const keys = {
  present: 'clockSpanFacts',
  waiting: 'clockSpansWaiting',
  wrong: 'clockSpansWrong',
  lost: 'clockSpansLost',
} as const;

/** Numbers of a store that was lost must be none of the next one. */
const drawNumber = (): number => randomInt(1, 2 ** 48 - 1);

/** Runs of the machine are the same when the clock was not set in between. */
const sameRunMs = 5_000;

/**
 * The times in which nobody knew whether the clock of the core was right. Every file, gap and record that is written in such a span bears its
 * number, so that what turns out to be wrong can be told from what was written at the same times when they really were.
 */
export class ClockSpans {
  readonly #store: Store;
  readonly #draw: () => number;
  #copy: Pick<ClockCopy, 'note' | 'forget'> | null = null;

  constructor(store: Store, draw = drawNumber) {
    this.#store = store;
    this.#draw = draw;
  }

  /** From now on everything is written down there too. */
  copyTo(copy: Pick<ClockCopy, 'note' | 'forget'>): void {
    this.#copy = copy;
  }

  present(): PresentSpan | null {
    return this.#read(keys.present, present.nullable()) ?? null;
  }

  /** Spans whose rows are at wrong times. */
  wrong(): WrongSpan[] {
    return this.#read(keys.wrong, z.array(waiting)) ?? [];
  }

  /** Spans of which nobody will ever know how wrong their clock was; their rows bear their numbers for good. */
  lost(): WrongSpan[] {
    return this.#read(keys.lost, z.array(waiting)) ?? [];
  }

  /**
   * Takes up what a copy says, beside what is known already: of a store that was lost or damaged. What is not known here goes on as if this
   * store had known it; where a span of this store has begun already nobody knows how the clock was set in between, but within one run.
   * `isOtherMachine`: it was by the clock of another one, of which this one's tells nothing.
   */
  takeUp(copied: readonly CopiedSpan[], isOtherMachine = false): void {
    this.#store.transaction(() => {
      for (const span of copied) this.#takeUpOne(span, isOtherMachine);
      this.#settleGaps();
    })();
  }

  /** Gaps that were taken up bear numbers of spans that may be over, or settled. */
  #settleGaps(): void {
    const numbers = 'select distinct clock_span from gaps where clock_span > 0';
    const unsettled = [...this.#waiting(), ...this.wrong()].map(({ number }) => number);
    for (const number of this.#store.prepare(numbers).pluck().all() as number[]) {
      if (unsettled.includes(number)) this.#close(number);
      else if (number !== this.present()?.number) this.#unmark('gaps', number);
    }
  }

  /** Whether a span is known whose times are uncertain. */
  knows(number: number): boolean {
    const all = [this.present(), ...this.#waiting(), ...this.wrong(), ...this.lost()];
    return all.some((span) => span?.number === number);
  }

  #takeUpOne({ number, began, over, files }: CopiedSpan, isOtherMachine: boolean): void {
    const now = this.present();
    const mark = this.#store.prepare(
      'insert or replace into clock_marks (path, start_utc_ms, clock_span) values (?, ?, ?)',
    );
    for (const [path, { startUtcMs, isLate }] of files)
      mark.run(path, startUtcMs, over === null || isLate ? number : -number);
    this.#store
      .prepare(
        `update segments set clock_span = (select clock_span from clock_marks m where m.path = segments.path)
         where clock_span is null and path in (select path from clock_marks where abs(clock_span) = ?)`,
      )
      .run(number);
    if (this.knows(number)) return;
    if (over !== null) {
      const as = over.as === 'waiting' && isOtherMachine ? 'lost' : over.as;
      this.#end({ number, fromUtcMs: over.fromUtcMs }, as, over);
    } else if (began !== null) {
      const facts = { number, fromUtcMs: began.fromUtcMs, run: began.run };
      const isSameRun = now?.run.id === began.run.id;
      if (now === null && !isOtherMachine) this.#write(keys.present, facts);
      else this.#end(facts, isSameRun ? 'waiting' : 'lost', { untilUtcMs: this.#lastWritten(facts), byMs: 0 });
    }
  }

  /** From now on a span is over, as what is said. */
  #end(
    { number, fromUtcMs }: Pick<PresentSpan, 'number' | 'fromUtcMs'>,
    as: 'waiting' | 'wrong' | 'lost',
    { untilUtcMs, byMs }: Pick<WrongSpan, 'untilUtcMs' | 'byMs'>,
  ): void {
    this.#close(number);
    // Records and gaps of it are told as they stand; only footage stays marked.
    if (as === 'lost') for (const table of ['gaps', 'outbox']) this.#unmark(table, number);
    this.#append(keys[as], { number, fromUtcMs, untilUtcMs, byMs });
    this.#copy?.note(number, { what: 'over', as, fromUtcMs, untilUtcMs, byMs });
  }

  #append(key: (typeof keys)['waiting' | 'wrong' | 'lost'], span: WrongSpan): void {
    this.#write(key, [...(this.#read(key, z.array(waiting)) ?? []), span]);
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
      if (before !== null && before.run.id === run.id && Math.abs(byMs ?? 0) <= sameRunMs) {
        // A store that was made anew has the span, but not what follows from it.
        this.#set('clockSpan', String(before.number));
        return null;
      }
      let lost: LostSpan | null = null;
      if (before !== null) {
        if (byMs !== null) this.jumped(before.run.id === run.id ? fromUtcMs - byMs : this.#lastWritten(before), byMs);
        else lost = this.#lose(before);
      }
      const number = this.#draw();
      this.#set('clockSpan', String(number));
      this.#write(keys.present, { number, fromUtcMs, run } satisfies PresentSpan);
      this.#copy?.note(number, { what: 'began', fromUtcMs, run });
      this.#forgetEmptied();
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

  /** What waits and what is of the present span stays where it is, and is uncertain for good. */
  #lose(before: PresentSpan): LostSpan | null {
    const spans = [...this.#waiting(), { ...before, untilUtcMs: this.#lastWritten(before), byMs: 0 }];
    const withFootage = spans.filter(({ number }) => this.#hasFootage(number));
    this.#write(keys.waiting, []);
    for (const span of spans) {
      if (withFootage.includes(span)) this.#end(span, 'lost', span);
      else this.#forget(span.number);
    }
    if (withFootage.length === 0) return null;
    return {
      fromUtcMs: Math.min(...withFootage.map(({ fromUtcMs }) => fromUtcMs)),
      untilUtcMs: Math.max(...withFootage.map(({ untilUtcMs }) => untilUtcMs)),
    };
  }

  #hasFootage(number: number): boolean {
    const found = this.#store.prepare(
      `select 1 from segments where clock_span in (@number, -@number)
       union all select 1 from clock_marks where clock_span in (@number, -@number) limit 1`,
    );
    return found.get({ number }) !== undefined;
  }

  /** Of a lost span nothing is uncertain once its footage is gone. */
  #forgetEmptied(): void {
    const kept = this.lost().filter(({ number }) => {
      const isKept = this.#hasFootage(number);
      if (!isKept) this.#forget(number);
      return isKept;
    });
    this.#write(keys.lost, kept);
  }

  /** The latest time at which something of a span was written, by its clock. */
  #lastWritten({ number, fromUtcMs }: Pick<PresentSpan, 'number' | 'fromUtcMs'>): number {
    const last = this.#store
      .prepare(
        `select max(at) from (
           select max(coalesce(end_utc_ms, known_end_utc_ms, start_utc_ms)) as at from segments where clock_span = @number
           union all select max(start_utc_ms) from clock_marks where clock_span = @number
           union all select max(at_utc_ms) from outbox where clock_span = @number
           union all select max(start_utc_ms) from gaps where clock_span = @number)`,
      )
      .pluck()
      .get({ number }) as number | null;
    return Math.max(fromUtcMs, last ?? 0);
  }

  /** What was begun by the clock of now before it was seen that this one was set: files that are written. */
  includeOpen(fromUtcMs: number, withinMs: number): void {
    const rows = this.#store
      .prepare(
        `update segments set clock_span = ${spanNow} where clock_span is null and end_utc_ms is null and start_utc_ms between ? and ?
         returning path, start_utc_ms as startUtcMs, clock_span as number`,
      )
      .all(fromUtcMs - withinMs, fromUtcMs + withinMs) as { path: string; startUtcMs: number; number: number | null }[];
    for (const { number, ...file } of rows) if (number !== null) this.#copy?.note(number, { what: 'file', ...file });
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
      const before = this.#waiting();
      this.#write(keys.waiting, []);
      for (const span of before) this.#end(span, 'waiting', { ...span, byMs: span.byMs + byMs });
      if (now !== null) this.#end(now, 'waiting', { untilUtcMs, byMs });
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
      this.#write(keys.waiting, []);
      for (const span of all) {
        if (wrong.includes(span)) this.#end(span, 'wrong', span);
        else this.#forget(span.number);
      }
      // Who asks whether something is wrong gets an answer.
      this.#write(keys.wrong, this.wrong());
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
    for (const table of tables) this.#unmark(table, number);
    this.#store.prepare('delete from clock_marks where clock_span is null').run();
    this.#copy?.forget(number);
  }

  #unmark(table: string, number: number): void {
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
