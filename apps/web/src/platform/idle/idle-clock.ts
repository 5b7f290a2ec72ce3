import { idleStateOf, type IdleState, type IdleSettings } from './idle-rules.ts';

const tickMs = 1000;
/** Other tabs need not hear of every move of the mouse. */
const notifyMs = 1000;

/** Input of a person: keys, mouse, finger, pen. */
const inputs = ['keydown', 'mousemove', 'mousedown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const;

/** What the clock needs to know and whom it tells. */
export interface IdleClockDeps {
  /** Where input is heard. */
  target: EventTarget;
  /** Other tabs of this browser; null where there are none. */
  channel: BroadcastChannel | null;
  settings: () => IdleSettings;
  onState: (state: IdleState) => void;
  /** Once, when the warning is due. */
  onWarning: () => void;
  /** Once, when the time is over; not again before the next input. */
  onLogout: () => void;
}

/**
 * Counts the seconds without input, in all tabs of this browser together, by the clock on the wall: timers of a hidden tab come rarely,
 * and a machine that slept was not used. While the sign-out is counted down, only {@link IdleClock.stay} or input in a tab
 * without that dialog begins anew; moving the mouse is no answer to a question.
 */
export class IdleClock {
  readonly #deps: IdleClockDeps;
  #lastInputMs = 0;
  #toldMs = 0;
  #state: IdleState | null = null;
  #pointer = '';
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(deps: IdleClockDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { target, channel } = this.#deps;
    for (const name of inputs) target.addEventListener(name, this.#input, { capture: true, passive: true });
    channel?.addEventListener('message', this.#heard);
    this.#begin();
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  stop(): void {
    const { target, channel } = this.#deps;
    clearInterval(this.#timer);
    for (const name of inputs) target.removeEventListener(name, this.#input, { capture: true });
    channel?.removeEventListener('message', this.#heard);
  }

  /** The person says that they are still there. */
  stay(): void {
    this.#notify();
    this.#begin();
  }

  readonly #input = (event: Event): void => {
    if (this.#isStill(event)) return;
    // An input that comes first after a sleep must not undo the sign-out that was due meanwhile.
    if (this.#assess().logoutCountdown !== null) return this.#tick();
    if (Date.now() - this.#toldMs >= notifyMs) this.#notify();
    this.#begin();
  };

  readonly #heard = (): void => this.#begin();

  /** Browsers also tell of a move when the page moved below a pointer that rests. */
  #isStill(event: Event): boolean {
    if (!event.type.endsWith('move') || !('screenX' in event) || !('screenY' in event)) return false;
    const pointer = `${String(event.screenX)} ${String(event.screenY)}`;
    const isStill = pointer === this.#pointer;
    this.#pointer = pointer;
    return isStill;
  }

  #notify(): void {
    this.#toldMs = Date.now();
    this.#deps.channel?.postMessage('active');
  }

  #begin(): void {
    this.#lastInputMs = Date.now();
    if (this.#state === null || this.#state.idleSeconds > 0) this.#tick();
  }

  #assess(): IdleState {
    const idleMs = Math.max(0, Date.now() - this.#lastInputMs);
    return idleStateOf(Math.floor(idleMs / tickMs), this.#deps.settings());
  }

  #tick(): void {
    const before = this.#state;
    const state = this.#assess();
    this.#state = state;
    this.#deps.onState(state);
    if (state.isWarned && before?.isWarned !== true) this.#deps.onWarning();
    if (state.logoutCountdown === 0 && before?.logoutCountdown !== 0) this.#deps.onLogout();
  }
}
