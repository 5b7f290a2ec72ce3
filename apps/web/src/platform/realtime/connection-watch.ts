import { serverNowUtcMs } from '../clock/server-clock.ts';
import type { Connection, CutOff } from './connection-store.ts';

/** Without a word for so long the server is asked whether it is there. Who looks at nothing is in no hurry. */
const askAfterMs = 1_250;
const askHiddenAfterMs = 15_000;
/** An answer takes no longer; with what it takes to ask, a line that is cut is noticed within three seconds. */
const answerWithinMs = 1_500;
/** The first word takes longer: the page is still being loaded. */
const firstWordWithinMs = 5_000;
/** While nothing is heard, so often another line is opened. */
const reopenEveryMs = 5_000;
/** A timer that is so late says that this page itself stood still: words may be waiting to be read. */
const lateMs = 400;
const readFirstMs = 250;

/** What the watch needs from the rest. */
export interface ConnectionDeps {
  /** Asks the server over the live link whether it is there; any word answers. Nothing while there is no link. */
  ask: () => void;
  /** Opens another live link now. */
  reopen: () => void;
  /** Gives up a live link that says nothing. One that is being opened already is left to its own pauses. */
  giveUp: () => void;
  /** Asks by a call whether anybody answers. */
  isAnswered: () => Promise<boolean>;
  isBrowserOnline: () => boolean;
  isHidden: () => boolean;
  onChange: (change: Connection) => void;
}

/**
 * Finds out whether it can still be known how things are: by the words of the server, by calls that get no answer, and by what the
 * browser says of its network. A cable that is pulled closes nothing: only silence tells.
 */
export class ConnectionWatch {
  readonly #deps: ConnectionDeps;
  #cutOff: CutOff | null = null;
  #isWelcome = false;
  #isApart = false;
  #isCatchingUp = false;
  #heardMs = 0;
  #heardUtcMs = 0;
  /** Since when an answer is waited for. */
  #askedMs: number | null = null;
  #patienceMs = answerWithinMs;
  #actedMs = Number.NEGATIVE_INFINITY;
  #dueMs = 0;
  #wasLate = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#hear();
    this.#isWelcome = false;
    this.#isApart = false;
    this.#isCatchingUp = false;
    this.#cutOff = null;
    this.#notify();
    this.#askedMs = this.#heardMs;
    this.#patienceMs = firstWordWithinMs;
    this.#arm(firstWordWithinMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#dueMs = 0;
  }

  /** The server said something over the live link. */
  heard(): void {
    this.#hear();
    // A device that says itself that it has no network is believed until a call is answered.
    if (this.#isCatchingUp || this.#cutOff === 'browser') return;
    this.#set(null);
  }

  /** The server took us in. `isRead`: what is shown is being read anew, because something was missed. */
  welcomed(isRead: Promise<unknown> | null): void {
    const wasCut = this.#cutOff !== null;
    this.#isWelcome = true;
    this.#isApart = false;
    this.#isCatchingUp = wasCut && isRead !== null;
    if (!this.#isCatchingUp || isRead === null) {
      this.#notify();
      return this.heard();
    }
    this.#hear();
    // Nothing of it is true before it was read.
    void isRead.finally(() => {
      this.#isCatchingUp = false;
      if (this.#silentMs() < askAfterMs + answerWithinMs) this.#set(null);
    });
  }

  /** The server is there and has nothing to tell to this person. */
  setApart(): void {
    this.#hear();
    this.#isApart = true;
    this.#isCatchingUp = false;
    this.#cutOff = null;
    this.#notify();
  }

  /** A call got no answer at all. */
  callFailed(): void {
    if (!this.#deps.isBrowserOnline()) this.#set('browser');
    else if (this.#cutOff !== null) return;
    else if (this.#isApart) void this.#find('server');
    else if (this.#askedMs === null) this.#ask();
  }

  callAnswered(): void {
    // An answer that was on its way already says nothing of a network that is gone since.
    if (this.#cutOff === null || (this.#cutOff === 'browser' && !this.#deps.isBrowserOnline())) return;
    this.#reached();
  }

  /** The browser says that there is no network. It knows its own cables only, and the server may be this very machine. */
  networkLost(): void {
    void this.#find('browser');
  }

  networkBack(): void {
    if (this.#cutOff === 'browser') this.#set('server');
    this.#deps.reopen();
  }

  /** Somebody looks at the page again. */
  lookedAt(): void {
    if (this.#askedMs === null) this.#check();
  }

  /** Somebody answered while the line was thought to be cut: the live link may be tried again. */
  #reached(): void {
    if (this.#isApart) return this.setApart();
    if (this.#cutOff === 'browser') this.#set('server');
    this.#atMostNowAndThen(this.#deps.reopen);
  }

  #silentMs(): number {
    return performance.now() - this.#heardMs;
  }

  #hear(): void {
    this.#heardMs = performance.now();
    this.#heardUtcMs = serverNowUtcMs();
    this.#askedMs = null;
    this.#patienceMs = answerWithinMs;
    // From here on the silence counts, and not from when the first word was waited for.
    if (this.#dueMs > this.#heardMs + askAfterMs) this.#arm(askAfterMs);
  }

  #set(cutOff: CutOff | null): void {
    if (cutOff === this.#cutOff) return;
    this.#cutOff = cutOff;
    this.#notify();
  }

  #notify(): void {
    const reached = this.#isApart ? 'apart' : this.#isWelcome ? 'online' : 'connecting';
    this.#deps.onChange({
      state: this.#cutOff === null ? reached : 'offline',
      cutOff: this.#cutOff,
      freshUtcMs: this.#heardUtcMs,
    });
  }

  async #find(cutOff: CutOff): Promise<void> {
    if (!(await this.#deps.isAnswered())) this.#set(cutOff);
  }

  #ask(): void {
    this.#askedMs = performance.now();
    this.#deps.ask();
    this.#arm(this.#patienceMs);
  }

  #atMostNowAndThen(act: () => void): void {
    const nowMs = performance.now();
    if (nowMs - this.#actedMs < reopenEveryMs) return;
    this.#actedMs = nowMs;
    act();
  }

  #arm(ms: number): void {
    clearTimeout(this.#timer);
    this.#dueMs = performance.now() + ms;
    this.#timer = setTimeout(() => this.#check(), ms);
  }

  #check(): void {
    this.#wasLate = !this.#wasLate && performance.now() - this.#dueMs > lateMs;
    if (this.#wasLate) return this.#arm(readFirstMs);
    if (this.#isApart) return this.#checkApart();
    // It may be wrong about its network, and then nothing else would end what it said.
    if (this.#cutOff === 'browser')
      void this.#deps.isAnswered().then((isAnswered) => isAnswered && this.#cutOff !== null && this.#reached());
    if (this.#askedMs === null) {
      const restMs = (this.#deps.isHidden() ? askHiddenAfterMs : askAfterMs) - this.#silentMs();
      return restMs > 0 ? this.#arm(restMs) : this.#ask();
    }
    const waitedMs = performance.now() - this.#askedMs;
    if (waitedMs < this.#patienceMs) return this.#arm(this.#patienceMs - waitedMs);
    if (this.#cutOff === null) this.#set(this.#deps.isBrowserOnline() ? 'server' : 'browser');
    if (waitedMs >= reopenEveryMs) this.#atMostNowAndThen(this.#deps.giveUp);
    this.#deps.ask();
    this.#arm(askAfterMs);
  }

  /** Nobody speaks over the live link then: calls ask instead, as often, whether the server is there. */
  #checkApart(): void {
    const pauseMs = this.#deps.isHidden() ? askHiddenAfterMs : askAfterMs;
    const restMs = pauseMs - this.#silentMs();
    if (this.#cutOff === null && restMs > 0) return this.#arm(restMs);
    this.#arm(pauseMs);
    void this.#deps.isAnswered().then((isAnswered) => this.#assessApart(isAnswered));
  }

  #assessApart(isAnswered: boolean): void {
    if (!this.#isApart) return;
    if (!isAnswered) return this.#set(this.#deps.isBrowserOnline() ? 'server' : 'browser');
    if (this.#cutOff !== null) return this.setApart();
    this.#heardMs = performance.now();
    this.#heardUtcMs = serverNowUtcMs();
  }
}
