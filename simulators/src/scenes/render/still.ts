import { createNearSelection, createTileSelection } from './box-culling.ts';
import type { BoxSelection } from './box-culling.ts';
import { cast, flatten, isBlocked } from './box-world.ts';
import type { BoxWorld, Hit } from './box-world.ts';
import type { Camera } from './camera.ts';
import { addHaze, develop, illuminate, lampShare } from './lighting.ts';
import type { Color, Lighting } from './lighting.ts';
import { createRandom } from './noise.ts';
import { normalize } from './vector.ts';
import type { Vec3 } from './vector.ts';

/** The unmoving part of a scene: packed 0xRRGGBB colours and distance along the optical axis (metres). */
export interface Still {
  width: number;
  height: number;
  rgb: Uint32Array;
  depth: Float32Array;
  /** Share of the sun that reaches each pixel, 0..255; 255 where there is no sun at all. */
  sunlit: Uint8Array;
}

/** How far a corner darkens. */
const openReach = 2.2;
/** Half width of the sun's penumbra, radians. */
const sunBlur = 0.012;

interface Tracer {
  world: BoxWorld;
  lighting: Lighting;
  /** Boxes that the rays of a pixel can meet. */
  seenAt: (x: number, y: number) => BoxSelection;
  /** Boxes near a place, for the darkness of corners. */
  nearTo: (x: number, y: number) => Float64Array;
  shading: Float64Array;
  random: () => number;
  /** Where the ray cast last ended. */
  hit: Hit;
  /** Sun share of the ray traced last. */
  lastSunlit: number;
}

function jitter(direction: Vec3, amount: number, random: () => number): Vec3 {
  return [
    direction[0] + (random() - 0.5) * amount,
    direction[1] + (random() - 0.5) * amount,
    direction[2] + (random() - 0.5) * amount,
  ];
}

function openness(tracer: Tracer, point: Vec3, normal: Vec3): number {
  const around = normalize([
    normal[0] + (tracer.random() * 2 - 1) * 0.9,
    normal[1] + (tracer.random() * 2 - 1) * 0.9,
    normal[2] + (tracer.random() * 2 - 1) * 0.9,
  ]);
  if (point[2] < 0.02 && around[2] < 0) return 0.55;
  return isBlocked(tracer.nearTo(point[0], point[1]), { from: point, to: around }, openReach) ? 0.5 : 1;
}

function lampsLit(tracer: Tracer, point: Vec3, normal: Vec3): number[] {
  return tracer.lighting.lamps.map((lamp) => {
    const share = lampShare(lamp, point, normal);
    if (share * lamp.color[0] < 0.002) return 0;
    if (lamp.besideCamera) return 1;
    const to: Vec3 = [lamp.position[0] - point[0], lamp.position[1] - point[1], lamp.position[2] - point[2]];
    return isBlocked(tracer.shading, { from: point, to: jitter(to, 0.12, tracer.random) }, 0.98) ? 0 : 1;
  });
}

/** Colour of one ray, into `color`; returns the distance travelled (Infinity for the sky). */
function traceRay(tracer: Tracer, ray: { from: Vec3; to: Vec3; among: BoxSelection }, color: Color): number {
  const { world, lighting, hit } = tracer;
  cast(ray.among.flat, ray, hit);
  if (hit.index === -2) {
    world.sky(ray.to, color);
    tracer.lastSunlit = 1;
    return Infinity;
  }
  const at = hit.distance;
  const normal: Vec3 = [hit.face === 0 ? hit.sign : 0, hit.face === 1 ? hit.sign : 0, hit.face === 2 ? hit.sign : 0];
  const point: Vec3 = [
    ray.from[0] + ray.to[0] * at + normal[0] * 2e-3,
    ray.from[1] + ray.to[1] * at + normal[1] * 2e-3,
    ray.from[2] + ray.to[2] * at + normal[2] * 2e-3,
  ];
  const box = hit.index >= 0 ? world.boxes[ray.among.indices[hit.index]!]! : null;
  (box?.paint ?? world.ground)(point, hit.face, color);
  const lit =
    lighting.sun && normal[0] * lighting.sun[0] + normal[1] * lighting.sun[1] + normal[2] * lighting.sun[2] > 0;
  const sunlit =
    lit && !isBlocked(tracer.shading, { from: point, to: jitter(lighting.sun!, sunBlur, tracer.random) }, 200) ? 1 : 0;
  tracer.lastSunlit = sunlit;
  illuminate(
    lighting,
    { point, normal, sunlit, open: openness(tracer, point, normal), lampsLit: lampsLit(tracer, point, normal) },
    color,
  );
  if (box?.glow) for (let channel = 0; channel < 3; channel += 1) color[channel]! += box.glow[channel]!;
  addHaze(lighting, at, color);
  return at;
}

/** Ray-traces the still part of a scene with four rays per pixel: soft sun shadows, darker corners, lamps, haze. */
export function renderStill(world: BoxWorld, lighting: Lighting, camera: Camera): Still {
  const { width, height } = camera;
  const still: Still = {
    width,
    height,
    rgb: new Uint32Array(width * height),
    depth: new Float32Array(width * height),
    sunlit: new Uint8Array(width * height),
  };
  const seen = world.boxes.filter((box) => !box.shadowOnly);
  const shading = world.boxes.filter((box) => !box.castsNoShadow);
  const tracer: Tracer = {
    world: { ...world, boxes: seen },
    lighting,
    seenAt: createTileSelection(seen, camera),
    nearTo: createNearSelection(shading, openReach),
    shading: flatten(shading),
    random: createRandom(11),
    hit: { distance: 0, index: 0, face: 0, sign: 1 },
    lastSunlit: 1,
  };
  const color: Color = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) renderPixel(tracer, { camera, still, x, y, color });
  }
  return still;
}

interface PixelWork {
  camera: Camera;
  still: Still;
  x: number;
  y: number;
  color: Color;
}

function rayThrough(camera: Camera, x: number, y: number): Vec3 {
  const sx = (x - camera.width / 2) / camera.focal;
  const sy = (y - camera.height / 2) / camera.focal;
  return normalize([
    camera.forward[0] + camera.right[0] * sx + camera.down[0] * sy,
    camera.forward[1] + camera.right[1] * sx + camera.down[1] * sy,
    camera.forward[2] + camera.right[2] * sx + camera.down[2] * sy,
  ]);
}

function renderPixel(tracer: Tracer, work: PixelWork): void {
  const { camera, still, x, y, color } = work;
  const at = y * still.width + x;
  let red = 0;
  let green = 0;
  let blue = 0;
  let sun = 0;
  const among = tracer.seenAt(x, y);
  for (let sample = 0; sample < 4; sample += 1) {
    const to = rayThrough(camera, x + (sample & 1 ? 0.75 : 0.25), y + (sample & 2 ? 0.75 : 0.25));
    const distance = traceRay(tracer, { from: camera.position, to, among }, color);
    const rgb = develop(tracer.lighting, color);
    sun += tracer.lastSunlit;
    red += rgb >> 16;
    green += (rgb >> 8) & 255;
    blue += rgb & 255;
    if (sample === 0)
      still.depth[at] = distance * (to[0] * camera.forward[0] + to[1] * camera.forward[1] + to[2] * camera.forward[2]);
  }
  still.sunlit[at] = Math.round((sun * 255) / 4);
  still.rgb[at] = ((red >> 2) << 16) | ((green >> 2) << 8) | (blue >> 2);
}
