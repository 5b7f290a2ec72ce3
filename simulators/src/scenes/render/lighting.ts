import type { Vec3 } from './vector.ts';

/** A lamp; its light falls with the square of the distance. `aim` and `spread` make it a cone (cosine of half angle). */
export interface Lamp {
  position: Vec3;
  color: Vec3;
  aim?: Vec3;
  spread?: number;
  /** At the camera itself: its shadows are hidden behind what throws them. */
  besideCamera?: boolean;
}

/** Light of a scene, linear and unitless; `exposure` brings it to the picture. */
export interface Lighting {
  /** Direction towards the sun (unit), or null at night. */
  sun: Vec3 | null;
  sunColor: Vec3;
  /** Light from above and from below (hemisphere). */
  sky: Vec3;
  bounce: Vec3;
  lamps: Lamp[];
  exposure: number;
  /** Colour of the haze that distance adds, and its amount per metre. */
  haze: Vec3;
  hazePerMetre: number;
  /** Grey picture, as cameras deliver with infrared lamps. */
  monochrome: boolean;
}

/** A mutable colour, so that inner loops make no garbage. */
export type Color = [number, number, number];

/** Light share of a lamp that reaches a point with a normal; 0 when it is behind or outside the cone. */
export function lampShare(lamp: Lamp, point: Vec3, normal: Vec3): number {
  const dx = lamp.position[0] - point[0];
  const dy = lamp.position[1] - point[1];
  const dz = lamp.position[2] - point[2];
  const squared = dx * dx + dy * dy + dz * dz;
  const distance = Math.sqrt(squared);
  const facing = (dx * normal[0] + dy * normal[1] + dz * normal[2]) / distance;
  if (facing <= 0) return 0;
  let cone = 1;
  if (lamp.aim && lamp.spread !== undefined) {
    const along = -(dx * lamp.aim[0] + dy * lamp.aim[1] + dz * lamp.aim[2]) / distance;
    cone = Math.min(1, Math.max(0, (along - lamp.spread) / (1 - lamp.spread)) * 2);
  }
  return (facing * cone) / (squared + 0.5);
}

export interface Surface {
  point: Vec3;
  normal: Vec3;
  /** 0 in shadow .. 1 in the sun. */
  sunlit: number;
  /** 0 in a corner .. 1 in the open. */
  open: number;
  /** 0..1 for each lamp, in the order of `lamps`; all lit when absent. */
  lampsLit?: ArrayLike<number>;
}

/** Turns an albedo in `color` into the light that leaves the surface, in place. */
export function illuminate(lighting: Lighting, surface: Surface, color: Color): void {
  const { normal, open } = surface;
  const up = 0.5 + 0.5 * normal[2];
  const sunShare = lighting.sun
    ? Math.max(0, normal[0] * lighting.sun[0] + normal[1] * lighting.sun[1] + normal[2] * lighting.sun[2]) *
      surface.sunlit
    : 0;
  let red = (lighting.sky[0] * up + lighting.bounce[0] * (1 - up)) * open + lighting.sunColor[0] * sunShare;
  let green = (lighting.sky[1] * up + lighting.bounce[1] * (1 - up)) * open + lighting.sunColor[1] * sunShare;
  let blue = (lighting.sky[2] * up + lighting.bounce[2] * (1 - up)) * open + lighting.sunColor[2] * sunShare;
  for (let index = 0; index < lighting.lamps.length; index += 1) {
    const lamp = lighting.lamps[index]!;
    const share = lampShare(lamp, surface.point, normal) * (surface.lampsLit ? surface.lampsLit[index]! : 1);
    red += lamp.color[0] * share;
    green += lamp.color[1] * share;
    blue += lamp.color[2] * share;
  }
  color[0] *= red;
  color[1] *= green;
  color[2] *= blue;
}

/** Adds the haze between the camera and a point, in place. */
export function addHaze(lighting: Lighting, distance: number, color: Color): void {
  const share = 1 - Math.exp(-distance * lighting.hazePerMetre);
  for (let channel = 0; channel < 3; channel += 1)
    color[channel]! += (lighting.haze[channel]! - color[channel]!) * share;
}

/** Shoulder, gamma and a slight S, as in a camera's picture. */
function curve(light: number): number {
  const seen = (1 - Math.exp(-light)) ** (1 / 2.2);
  return seen + 0.22 * (seen * seen * (3 - 2 * seen) - seen) - 0.02 * (1 - seen);
}

const shadeCurve = Uint8Array.from({ length: 4096 }, (_, index) =>
  Math.max(0, Math.min(255, Math.round(255 * curve(index / 1024)))),
);

function toByte(light: number): number {
  return shadeCurve[Math.max(0, Math.min(4095, Math.floor(light * 1024)))]!;
}

/** Exposes, compresses and packs a colour as 0xRRGGBB. */
export function develop(lighting: Lighting, color: Color): number {
  const red = color[0] * lighting.exposure;
  const green = color[1] * lighting.exposure;
  const blue = color[2] * lighting.exposure;
  if (lighting.monochrome) return toByte(0.4 * red + 0.4 * green + 0.2 * blue) * 0x01_01_01;
  return (toByte(red) << 16) | (toByte(green) << 8) | toByte(blue);
}
