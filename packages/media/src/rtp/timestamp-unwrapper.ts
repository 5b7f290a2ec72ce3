/**
 * Turns 32-bit RTP timestamps into ticks since the first one, by signed difference to the one before: wraps are invisible,
 * and a clock that jumps back shows as a step back. Steps of more than 2^31 ticks cannot be told from steps back.
 */
export function createTimestampUnwrapper(): (timestamp: number) => number {
  let last: number | null = null;
  let ticks = 0;
  return (timestamp) => {
    if (last !== null) ticks += (timestamp - last) | 0;
    last = timestamp;
    return ticks;
  };
}
