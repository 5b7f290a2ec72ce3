/** Collects those who wait for a transport to drain, and wakes them together. */
export class DrainGate {
  #waiting: (() => void)[] = [];

  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  open(): void {
    const woken = this.#waiting;
    this.#waiting = [];
    for (const wake of woken) wake();
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }
}
