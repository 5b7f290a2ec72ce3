const firstMs = 20_000;
const maxMs = 600_000;
/** After a network came back its addresses need a moment. */
const settleMs = 700;
/** Nobody who switches to and fro between tabs makes us look more often. */
const restMs = 5_000;

/** Where a page hears that it is looked at again, or that its network changed. */
export interface Surroundings {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { readonly hidden: boolean };
  /** Not in every browser. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

const ofPage = (): Surroundings => ({
  window,
  document,
  network: (navigator as Navigator & { connection?: EventTarget }).connection,
});

/**
 * Says when to look for a better way to a core: when tab, laptop or network come back, and, while what is in use could be
 * better, now and then with longer and longer pauses. Nothing while the page is hidden.
 */
export class BetterWay {
  readonly #onInference: (why: 'return' | 'time') => void;
  readonly #around: Surroundings;
  readonly #random: () => number;
  #isWorse = false;
  #delayMs = firstMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #lastReturnMs = -Infinity;

  constructor(
    onInference: (why: 'return' | 'time') => void,
    around: Surroundings = ofPage(),
    random: () => number = Math.random,
  ) {
    this.#onInference = onInference;
    this.#around = around;
    this.#random = random;
  }

  start(): void {
    const { window: page, document: tab, network } = this.#around;
    page.addEventListener('online', this.#returned);
    tab.addEventListener('visibilitychange', this.#returned);
    network?.addEventListener('change', this.#returned);
  }

  stop(): void {
    const { window: page, document: tab, network } = this.#around;
    page.removeEventListener('online', this.#returned);
    tab.removeEventListener('visibilitychange', this.#returned);
    network?.removeEventListener('change', this.#returned);
    clearTimeout(this.#settling);
    clearTimeout(this.#timer);
  }

  /** What is in use now could be better, or not. */
  follow(isWorse: boolean): void {
    if (isWorse === this.#isWorse) return;
    this.#isWorse = isWorse;
    this.#delayMs = firstMs;
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (!this.#isWorse) return;
    // A wall of tiles does not knock all at once.
    this.#timer = setTimeout(() => this.#tick(), this.#delayMs * (1 - 0.3 * this.#random()));
  }

  #tick(): void {
    this.#delayMs = Math.min(maxMs, this.#delayMs * 2);
    this.#arm();
    if (!this.#around.document.hidden) this.#onInference('time');
  }

  #returned = (): void => {
    if (this.#around.document.hidden || performance.now() - this.#lastReturnMs < restMs) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(
      () => {
        this.#lastReturnMs = performance.now();
        this.#delayMs = firstMs;
        this.#arm();
        this.#onInference('return');
      },
      settleMs * (1 + this.#random()),
    );
  };
}
