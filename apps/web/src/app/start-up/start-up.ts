import type { Farewell } from '../../platform/session/farewell.ts';
import { logProblem } from '../../platform/log/log.ts';

/** How often it is looked whether the sign-in is confirmed. */
const checkMs = 2000;
/** Without confirmation for this long the person is signed out. */
const giveUpMs = 30_000;

/** What the splash waits for: an answer about the sign-in, or the first data of the person. `away`: nobody is signed in. */
export type StartUpPhase = 'checking' | 'loading' | 'ready' | 'away';

/** Something that is loaded once the sign-in is confirmed and before the first screen shows. */
export interface StartUpLoad {
  name: string;
  load: () => Promise<unknown>;
  /** What a refusal means: null lets the screens say it themselves, a farewell signs out with it; `again`: no answer came. */
  onFailure: (failure: unknown) => Farewell | 'again' | null;
}

/** What the start needs from the rest. */
export interface StartUpDeps {
  /** What is known of the sign-in by now. */
  status: () => 'unknown' | 'signedOut' | 'signedIn';
  /** Asks the server once; settles when it answered or cannot be reached. */
  ask: () => Promise<unknown>;
  /** This device has no network: nobody can confirm anything, and waiting costs nothing. */
  isOffline: () => boolean;
  loads: readonly StartUpLoad[];
  onPhase: (phase: StartUpPhase) => void;
  signOut: (farewell: Farewell) => void;
}

/** The way from opening the page, or signing in, to the first screen. It begins anew after every sign-out. */
export class StartUp {
  readonly #deps: StartUpDeps;
  #phase: StartUpPhase = 'away';
  #timer: ReturnType<typeof setInterval> | undefined;
  #waitedMs = 0;
  #isAsking = false;
  #missing = new Set<StartUpLoad>();
  #underWay = new Set<StartUpLoad>();
  #round = 0;

  constructor(deps: StartUpDeps) {
    this.#deps = deps;
  }

  /** Begins, or notices that somebody signed in or out; call it at the start and whenever that changed. */
  follow(): void {
    const status = this.#deps.status();
    if (status === 'signedOut') return this.#rest();
    if (this.#phase === 'away') this.#begin();
    if (status === 'signedIn' && this.#phase === 'checking') this.#load();
  }

  #begin(): void {
    this.#round += 1;
    this.#waitedMs = 0;
    this.#missing = new Set(this.#deps.loads);
    this.#underWay.clear();
    this.#timer = setInterval(() => this.#check(), checkMs);
    this.#enter('checking');
    this.#ask();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#round += 1;
    if (this.#phase !== 'away') this.#enter('away');
  }

  #enter(phase: StartUpPhase): void {
    this.#phase = phase;
    this.#deps.onPhase(phase);
  }

  #check(): void {
    if (this.#deps.isOffline()) return;
    this.#waitedMs += checkMs;
    if (this.#waitedMs >= giveUpMs) {
      clearInterval(this.#timer);
      this.#deps.signOut({ reason: 'notConfirmed' });
    } else if (this.#phase === 'checking') this.#ask();
    else this.#loadMissing();
  }

  #ask(): void {
    if (this.#isAsking || this.#deps.status() !== 'unknown') return;
    this.#isAsking = true;
    void this.#deps.ask().finally(() => {
      this.#isAsking = false;
    });
  }

  #load(): void {
    this.#enter('loading');
    this.#loadMissing();
  }

  #loadMissing(): void {
    for (const load of this.#missing) if (!this.#underWay.has(load)) void this.#loadOne(load);
  }

  async #loadOne(one: StartUpLoad): Promise<void> {
    const round = this.#round;
    this.#underWay.add(one);
    let outcome: Farewell | 'again' | null = null;
    try {
      await one.load();
    } catch (failure) {
      outcome = one.onFailure(failure);
      logProblem(`The start could not load: ${one.name}`, failure);
    }
    // Signed out, and perhaps in again, meanwhile.
    if (round !== this.#round) return;
    this.#underWay.delete(one);
    if (outcome === 'again') return;
    if (outcome !== null) {
      clearInterval(this.#timer);
      return this.#deps.signOut(outcome);
    }
    this.#missing.delete(one);
    if (this.#missing.size > 0) return;
    clearInterval(this.#timer);
    this.#enter('ready');
  }
}
