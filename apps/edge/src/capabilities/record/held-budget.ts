/**
 * Memory in which footage of all streams waits to be judged. One that needs much for its pre-roll, because its pictures are large,
 * takes what the others leave; when many need much, each has an equal share.
 */
export class HeldBudget {
  readonly totalBytes: number;
  readonly #held = new Map<object, number>();

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
  }

  /** Notes what `owner` holds now, in bytes; answers how much of it must go, 0 for none. */
  note(owner: object, bytes: number): number {
    if (bytes === 0) this.#held.delete(owner);
    else this.#held.set(owner, bytes);
    let others = 0;
    for (const [holder, held] of this.#held) if (holder !== owner) others += held;
    const share = this.totalBytes / Math.max(1, this.#held.size);
    return Math.max(0, bytes - Math.max(share, this.totalBytes - others));
  }

  /** Bytes that all hold together. */
  heldBytes(): number {
    let bytes = 0;
    for (const held of this.#held.values()) bytes += held;
    return bytes;
  }
}
