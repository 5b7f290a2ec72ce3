import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { MemberActor } from './actor.ts';
import type { Log } from '../log/log.ts';
import type { HeldOpen, MemberOf } from './held-open.ts';
import { rightsChangedTopic, touches, type RightsChange } from './rights-changes.ts';
import { sessionsEndedTopic } from './sessions-ended.ts';

/** Something that a person keeps open beyond a call. */
export interface HeldByPerson extends HeldOpen {
  userId: string;
}

type Address = string | undefined;

/** What one kind of thing that is held open means. */
export interface HeldOpenRules<H extends HeldByPerson> {
  /** What the log calls it. */
  name: string;
  idOf: (held: H) => string;
  /** Every address from which it is used; each must be allowed. Absent: its own. */
  addressesOf?: (held: H) => readonly Address[];
  /** Why its time is over, or null; asked every second. */
  overtimeOf: (held: H, nowMs: number) => ErrorCode | null;
  /**
   * Why things of one viewer must not be open any more; those that may stay are left out, and may be narrowed.
   * `actors`: the member at each address, with the rights of now.
   */
  refusalsOf: (
    held: readonly H[],
    actors: readonly [MemberActor, ...MemberActor[]],
  ) => Promise<ReadonlyMap<H, ErrorCode>>;
  /** It is closed: called once, after it was taken out. */
  onEnd: (held: H, code: ErrorCode) => void;
  /** What is said when the session behind it ended. */
  sessionEndedCode: ErrorCode;
  /** So long it goes on although nobody can say whether it may; absent: until its time is over. */
  maxBlindMs?: number;
}

export interface HeldOpenDeps {
  bus: Bus;
  clock: Clock;
  log: Log;
  memberOf: MemberOf;
}

const roundMs = 1_000;
/** Connections to the database are few, and calls need them too. */
const maxChecksAtOnce = 4;

/**
 * What is held open while it is allowed: in this process, in memory. Every second each viewer is asked anew whether it
 * may go on, and at once when rights change or a session ends. What cannot be asked stays as it was until `maxBlindMs`.
 */
export class HeldOpenSet<H extends HeldByPerson> {
  readonly #deps: HeldOpenDeps;
  readonly #rules: HeldOpenRules<H>;
  readonly #held = new Map<string, H>();
  /** When it was last known that it may be open, by the clock that never jumps. */
  readonly #knownMs = new Map<string, number>();
  readonly #subscriptions: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isChecking = false;

  constructor(deps: HeldOpenDeps, rules: HeldOpenRules<H>) {
    this.#deps = deps;
    this.#rules = rules;
  }

  start(): void {
    const { bus } = this.#deps;
    this.#subscriptions.push(
      bus.subscribe(sessionsEndedTopic, (body) => {
        const { sessionId } = body as { sessionId: string };
        for (const held of this.all()) if (held.sessionId === sessionId) this.end(held, this.#rules.sessionEndedCode);
      }),
      bus.subscribe(
        rightsChangedTopic,
        (body) => void this.#check(this.all().filter((held) => touches(body as RightsChange, held))),
      ),
    );
    this.#timer = setInterval(() => void this.#round(), roundMs);
  }

  /** Asks nobody any more; what is open stays until it is ended. */
  stop(): void {
    for (const unsubscribe of this.#subscriptions.splice(0)) unsubscribe();
    if (this.#timer) clearInterval(this.#timer);
  }

  get size(): number {
    return this.#held.size;
  }

  all(): H[] {
    return [...this.#held.values()];
  }

  /** Adds what was just allowed. */
  add(held: H): void {
    const id = this.#rules.idOf(held);
    this.#held.set(id, held);
    this.#knownMs.set(id, performance.now());
  }

  has(held: H): boolean {
    return this.#held.get(this.#rules.idOf(held)) === held;
  }

  byId(id: string): H | undefined {
    return this.#held.get(id);
  }

  /** What a session holds in its organization. */
  ofSession({ sessionId, organizationId }: Pick<MemberActor, 'sessionId' | 'organizationId'>): H[] {
    return this.all().filter((held) => held.sessionId === sessionId && held.organizationId === organizationId);
  }

  /** It, when it belongs to this session; undefined like one that never was. */
  find(id: string, { sessionId, organizationId }: Pick<MemberActor, 'sessionId' | 'organizationId'>): H | undefined {
    const held = this.#held.get(id);
    return held?.sessionId === sessionId && held.organizationId === organizationId ? held : undefined;
  }

  /** Takes it out and closes it; false when it was not there any more. */
  end(held: H, code: ErrorCode): boolean {
    if (!this.has(held)) return false;
    const id = this.#rules.idOf(held);
    this.#held.delete(id);
    this.#knownMs.delete(id);
    try {
      this.#rules.onEnd(held, code);
    } catch (error) {
      // What cannot be closed well must not keep others open.
      this.#deps.log.error({ err: error, held: this.#rules.name }, 'what was held open did not end well');
    }
    return true;
  }

  /** Ends it when its time is over; true when it did. */
  endLate(held: H): boolean {
    const code = this.#rules.overtimeOf(held, this.#deps.clock());
    return code !== null && this.end(held, code);
  }

  async #round(): Promise<void> {
    // Beside the checks, of which one may hang.
    this.#endBlind();
    for (const held of this.all()) this.endLate(held);
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.#check(this.all());
    this.#isChecking = false;
  }

  #endBlind(): void {
    const { maxBlindMs, idOf } = this.#rules;
    if (maxBlindMs === undefined) return;
    const nowMs = performance.now();
    for (const held of this.all())
      if (nowMs - (this.#knownMs.get(idOf(held)) ?? nowMs) > maxBlindMs) this.end(held, 'unavailable');
  }

  /** Asks once for everything that one viewer holds. A viewer who cannot be asked about holds up no other. */
  async #check(some: readonly H[]): Promise<void> {
    const viewers = [...Map.groupBy(some, (held) => this.#viewerOf(held)).values()];
    while (viewers.length > 0) {
      const now = viewers.splice(0, maxChecksAtOnce);
      await Promise.all(now.map((held) => this.#checkViewer(held as [H, ...H[]])));
    }
  }

  #viewerOf(held: H): string {
    return [held.sessionId, held.organizationId, ...this.#addressesOf(held)].join(' ');
  }

  #addressesOf(held: H): readonly Address[] {
    return [...new Set(this.#rules.addressesOf?.(held) ?? [held.address])];
  }

  async #checkViewer(held: readonly [H, ...H[]]): Promise<void> {
    try {
      const actors = await this.#actorsOf(held[0]);
      const refusals = actors && (await this.#rules.refusalsOf(held, actors));
      for (const one of held) {
        const code = refusals ? refusals.get(one) : 'forbidden';
        if (code !== undefined) this.end(one, code);
        else if (this.has(one)) this.#knownMs.set(this.#rules.idOf(one), performance.now());
      }
    } catch (error) {
      this.#deps.log.warn({ err: error, held: this.#rules.name }, 'rights could not be checked; retrying');
    }
  }

  /** The member at each address; null when one of them may not any more. */
  async #actorsOf(held: H): Promise<[MemberActor, ...MemberActor[]] | null> {
    const actors: MemberActor[] = [];
    for (const address of this.#addressesOf(held)) {
      const actor = await this.#deps.memberOf({ ...held, address });
      if (!actor) return null;
      actors.push(actor);
    }
    const [first, ...others] = actors;
    return first ? [first, ...others] : null;
  }
}
