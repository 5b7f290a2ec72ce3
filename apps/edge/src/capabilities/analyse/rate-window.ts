/** Sums over the last ten seconds, in steps of one. */
export interface RateWindow {
  add(nowMs: number, amount: number): void;
  sum(nowMs: number): number;
  /** Per second, over the time since the first call when that is less than the window. */
  perSecond(nowMs: number): number;
}

const stepMs = 1_000;
const steps = 10;

/** Makes a window; `nowMs` of a clock that only goes forwards. */
export function createRateWindow(): RateWindow {
  const sums = new Float64Array(steps);
  let current = Number.NaN;
  let firstMs = Number.NaN;
  const moveTo = (nowMs: number): void => {
    const step = Math.floor(nowMs / stepMs);
    if (Number.isNaN(current)) {
      current = step;
      firstMs = nowMs;
    }
    for (let passed = Math.min(step - current, steps); passed > 0; passed--)
      sums[(step - passed + 1 + steps) % steps] = 0;
    current = Math.max(current, step);
  };
  const sum = (nowMs: number): number => {
    moveTo(nowMs);
    return sums.reduce((total, one) => total + one, 0);
  };
  return {
    add(nowMs, amount) {
      moveTo(nowMs);
      sums[current % steps]! += amount;
    },
    sum,
    perSecond: (nowMs) =>
      (sum(nowMs) * 1_000) / Math.max(1_000, Math.min(nowMs - firstMs, (steps - 1) * stepMs + (nowMs % stepMs))),
  };
}
