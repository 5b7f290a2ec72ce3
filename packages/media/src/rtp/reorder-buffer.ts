/** Puts UDP packets back into sequence order; gives up on a missing one when `window` later ones have come. */
export function createReorderBuffer<T extends { sequence: number }>(
  window: number,
  deliver: (packet: T) => void,
): (packet: T) => void {
  const waiting = new Map<number, T>();
  let next = -1;
  const drain = (): void => {
    for (let packet = waiting.get(next); packet !== undefined; packet = waiting.get(next)) {
      waiting.delete(next);
      next = (next + 1) & 0xffff;
      deliver(packet);
    }
  };
  return (packet) => {
    const ahead = next < 0 ? 0 : (packet.sequence - next) & 0xffff;
    // Late twins are dropped; a step of the counter by a restart shows as "far behind" and begins a new count.
    if (ahead >= 0x8000 && ahead > 0x10000 - window * 4) return;
    if (next < 0 || ahead >= window * 8) {
      waiting.clear();
      next = packet.sequence;
    }
    waiting.set(packet.sequence, packet);
    drain();
    while (waiting.size > window) {
      next = (next + 1) & 0xffff;
      drain();
    }
  };
}
