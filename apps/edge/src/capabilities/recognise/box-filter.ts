import type { Box } from '@sightline/contracts/events/event';
import { boxOfEdges } from './box-geometry.ts';

/** One coordinate of a Kalman filter with constant velocity: value, change per second and their covariance. */
interface Axis {
  value: number;
  rate: number;
  varValue: number;
  covariance: number;
  varRate: number;
}

/** Centre and size of a thing as they are estimated; fractions of the picture and per second. */
export interface BoxFilter {
  x: Axis;
  y: Axis;
  width: Axis;
  height: Axis;
}

/** Unrest in own sizes: measuring error of a detector, and how hard a thing accelerates (per second squared). */
const noise = { centre: 0.06, size: 0.09, acceleration: 1.6, growth: 0.6, firstRate: 1.5 };

/** What is not seen for long is not believed to go on as fast. */
const rateKeptPerS = 0.75;

const startAxis = (value: number, size: number, firstRate: number): Axis => ({
  value,
  rate: 0,
  varValue: (noise.centre * size) ** 2,
  covariance: 0,
  varRate: (firstRate * size) ** 2,
});

function predictAxis(axis: Axis, seconds: number, acceleration: number): void {
  const q = acceleration ** 2;
  axis.value += axis.rate * seconds;
  axis.varValue += 2 * seconds * axis.covariance + seconds ** 2 * axis.varRate + (q * seconds ** 4) / 4;
  axis.covariance += seconds * axis.varRate + (q * seconds ** 3) / 2;
  axis.varRate += q * seconds ** 2;
}

function correctAxis(axis: Axis, measured: number, error: number): void {
  const total = axis.varValue + error ** 2;
  if (!(total > 0)) return;
  const gainValue = axis.varValue / total;
  const gainRate = axis.covariance / total;
  const off = measured - axis.value;
  axis.value += gainValue * off;
  axis.rate += gainRate * off;
  axis.varRate -= gainRate * axis.covariance;
  axis.covariance *= 1 - gainValue;
  axis.varValue *= 1 - gainValue;
}

export function startFilter(box: Box): BoxFilter {
  return {
    x: startAxis(box.x + box.width / 2, box.width, noise.firstRate),
    y: startAxis(box.y + box.height / 2, box.height, noise.firstRate),
    width: startAxis(box.width, box.width, 0.4),
    height: startAxis(box.height, box.height, 0.4),
  };
}

/** Lets time pass. `isCoasting`: there was no measurement before, so that the speed is trusted less and less. */
export function predict(filter: BoxFilter, seconds: number, isCoasting: boolean): void {
  const { x, y, width, height } = filter;
  predictAxis(x, seconds, noise.acceleration * width.value);
  predictAxis(y, seconds, noise.acceleration * height.value);
  predictAxis(width, seconds, noise.growth * width.value);
  predictAxis(height, seconds, noise.growth * height.value);
  if (isCoasting) {
    const kept = rateKeptPerS ** seconds;
    x.rate *= kept;
    y.rate *= kept;
    width.rate *= kept ** 2;
    height.rate *= kept ** 2;
  }
  width.value = Math.max(width.value, 0.002);
  height.value = Math.max(height.value, 0.002);
}

export function correct(filter: BoxFilter, box: Box): void {
  correctAxis(filter.x, box.x + box.width / 2, noise.centre * box.width);
  correctAxis(filter.y, box.y + box.height / 2, noise.centre * box.height);
  correctAxis(filter.width, box.width, noise.size * box.width);
  correctAxis(filter.height, box.height, noise.size * box.height);
}

/** The estimate as a box, cut to the picture. */
export function boxOf(filter: BoxFilter): Box {
  const { x, y, width, height } = filter;
  return boxOfEdges({
    left: x.value - width.value / 2,
    top: y.value - height.value / 2,
    right: x.value + width.value / 2,
    bottom: y.value + height.value / 2,
  });
}

/** Fractions of the picture per second. */
export const velocityOf = (filter: BoxFilter): { x: number; y: number } => ({ x: filter.x.rate, y: filter.y.rate });

/** Speed in own sizes per second: below about 0.15 a thing is at rest. */
export const sizesPerSecond = (filter: BoxFilter): number =>
  Math.hypot(filter.x.rate / Math.max(filter.width.value, 1e-3), filter.y.rate / Math.max(filter.height.value, 1e-3));
