/** Share of a plan: 0..1 from its upper left corner. */
interface Place {
  x: number;
  y: number;
}

interface View extends Place {
  headingDeg: number;
  fovDeg: number;
  rangeM: number;
}

/** How large a plan is drawn: its own pixels, and the metres that its width stands for. */
export interface PlanScale {
  widthPx: number;
  heightPx: number;
  widthM: number;
}

const radians = (deg: number): number => (deg * Math.PI) / 180;
const inCircle = (deg: number): number => ((deg % 360) + 360) % 360;
const rounded = (value: number): string => value.toFixed(2);

/** The field of view as an SVG path in pixels of the plan: a piece of a circle around the camera, or all of it. */
export const conePath = (
  { x, y, headingDeg, fovDeg, rangeM }: View,
  { widthPx, heightPx, widthM }: PlanScale,
): string => {
  const radius = (rangeM / widthM) * widthPx;
  const [cx, cy] = [x * widthPx, y * heightPx];
  const on = (deg: number): string =>
    `${rounded(cx + radius * Math.sin(radians(deg)))} ${rounded(cy - radius * Math.cos(radians(deg)))}`;
  const r = `${rounded(radius)} ${rounded(radius)}`;
  if (fovDeg >= 360) return `M${on(0)}A${r} 0 1 1 ${on(180)}A${r} 0 1 1 ${on(0)}Z`;
  const [from, to] = [headingDeg - fovDeg / 2, headingDeg + fovDeg / 2];
  return `M${rounded(cx)} ${rounded(cy)}L${on(from)}A${r} 0 ${fovDeg > 180 ? '1' : '0'} 1 ${on(to)}Z`;
};

/** A direction after turning by so many degrees, from 0 to below 360 in whole degrees. */
export const turned = (headingDeg: number, byDeg: number): number => inCircle(Math.round(headingDeg + byDeg));

/** The direction from a place to another one, in whole degrees clockwise from the upper edge. */
export const directionTo = (
  from: Place,
  to: Place,
  { widthPx, heightPx }: Pick<PlanScale, 'widthPx' | 'heightPx'>,
): number => inCircle(Math.round((Math.atan2((to.x - from.x) * widthPx, (from.y - to.y) * heightPx) * 180) / Math.PI));

/** A place that is still on the plan. */
export const onPlan = ({ x, y }: Place): Place => ({ x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) });
