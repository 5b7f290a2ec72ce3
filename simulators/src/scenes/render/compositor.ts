import type { Camera } from './camera.ts';
import type { Lighting } from './lighting.ts';
import { createRandom } from './noise.ts';
import { createLayer, drawInstance } from './rasterizer.ts';
import type { Instance, Layer, Rect } from './rasterizer.ts';
import { castShadow, createShadowMask, darknessAt, shadowStep, soften } from './shadow-mask.ts';
import type { ShadowMask } from './shadow-mask.ts';
import type { Still } from './still.ts';
import type { Vec3 } from './vector.ts';

/** A light seen directly: adds a soft disc of this radius (metres) around a point. */
export interface Flare {
  point: Vec3;
  radius: number;
  /** Added in the middle, 0..255. */
  strength: number;
}

/** What moves in one frame. */
export interface FrameContent {
  /** Each object is drawn from several parts. */
  objects: Instance[][];
  flares: Flare[];
}

export interface Compositor {
  /** Draws a frame as I420; the returned array is reused by the next call. */
  draw(content: FrameContent): Uint8Array;
}

interface Deps {
  camera: Camera;
  lighting: Lighting;
  still: Still;
  /** Strength of the sensor's noise in grey steps. */
  noise: number;
}

const clampByte = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Converts an even-aligned part of packed RGB to limited-range BT.709 I420. */
function convert(rgb: Uint32Array, target: { picture: Uint8Array; width: number; height: number }, rect: Rect): void {
  const { picture, width, height } = target;
  const uAt = width * height;
  const vAt = uAt + (width * height) / 4;
  for (let y = rect.top; y < rect.bottom; y += 2) {
    for (let x = rect.left; x < rect.right; x += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner += 1) {
        const at = (y + (corner >> 1)) * width + x + (corner & 1);
        const value = rgb[at]!;
        const [r, g, b] = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
        picture[at] = 16 + (r * 47 + g * 157 + b * 16) / 256;
        red += r;
        green += g;
        blue += b;
      }
      const at = (y >> 1) * (width >> 1) + (x >> 1);
      picture[uAt + at] = 128 + (-26 * red - 87 * green + 112 * blue) / 1024;
      picture[vAt + at] = 128 + (112 * red - 102 * green - 10 * blue) / 1024;
    }
  }
}

function evenRect(rect: Rect, width: number, height: number): Rect | null {
  const left = Math.max(0, Math.floor(rect.left / 2) * 2);
  const top = Math.max(0, Math.floor(rect.top / 2) * 2);
  const right = Math.min(width, Math.ceil(rect.right / 2) * 2);
  const bottom = Math.min(height, Math.ceil(rect.bottom / 2) * 2);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}

function joined(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function shadowShare(still: Still, mask: ShadowMask, [x, y]: [number, number]): number {
  const cell = Math.min(mask.height - 1, Math.floor(y / shadowStep)) * mask.width + Math.floor(x / shadowStep);
  const ground = mask.depth[cell]!;
  const depth = still.depth[y * still.width + x]!;
  if (ground > 0 && Math.abs(ground - depth) > 0.03 * depth + 0.25) return 0;
  return (darknessAt(mask, x, y) * still.sunlit[y * still.width + x]!) / 255;
}

/** Puts shadow and moving objects over the still, for the pixels of `rect`. */
function blend(deps: Deps, work: { layer: Layer; mask: ShadowMask; rgb: Uint32Array }, rect: Rect): void {
  const { layer, mask, rgb } = work;
  const { width } = layer;
  for (let y = rect.top; y < rect.bottom; y += 1) {
    for (let x = rect.left; x < rect.right; x += 1) {
      const at = y * width + x;
      const under = deps.still.rgb[at]!;
      const light = 1 - shadowShare(deps.still, mask, [x, y]);
      let red = 0;
      let green = 0;
      let blue = 0;
      let covered = 0;
      for (let sample = at * 4; sample < at * 4 + 4; sample += 1) {
        const over = layer.color[sample]!;
        if (over === 0) continue;
        covered += 1;
        red += (over >> 16) & 255;
        green += (over >> 8) & 255;
        blue += over & 255;
      }
      const open = (4 - covered) * light;
      red += ((under >> 16) & 255) * open;
      green += ((under >> 8) & 255) * open;
      blue += (under & 255) * open;
      rgb[at] = ((red >> 2) << 16) | ((green >> 2) << 8) | (blue >> 2);
    }
  }
}

function flareRect(camera: Camera, flare: Flare): (Rect & { x: number; y: number; radius: number }) | null {
  const offset = [0, 1, 2].map((axis) => flare.point[axis]! - camera.position[axis]!);
  const along = (axis: Vec3): number => offset[0]! * axis[0] + offset[1]! * axis[1] + offset[2]! * axis[2];
  const depth = along(camera.forward);
  if (depth < 0.5) return null;
  const x = camera.width / 2 + (camera.focal * along(camera.right)) / depth;
  const y = camera.height / 2 + (camera.focal * along(camera.down)) / depth;
  const radius = (camera.focal * flare.radius) / depth;
  return { x, y, radius, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function addFlare(
  rgb: Uint32Array,
  width: number,
  shine: { rect: Rect; x: number; y: number; radius: number; strength: number },
): void {
  const { rect, radius, strength } = shine;
  for (let y = rect.top; y < rect.bottom; y += 1) {
    for (let x = rect.left; x < rect.right; x += 1) {
      const away = Math.hypot(x - shine.x, y - shine.y) / radius;
      if (away >= 1) continue;
      const more = strength * ((1 - away) ** 3 * 0.8 + Math.max(0, 1 - away * 5) * 0.6);
      const at = y * width + x;
      const value = rgb[at]!;
      rgb[at] =
        (clampByte(((value >> 16) & 255) + more) << 16) |
        (clampByte(((value >> 8) & 255) + more) << 8) |
        clampByte((value & 255) + more);
    }
  }
}

/** Draws objects that never move into the still itself. */
export function bakeObjects(deps: Deps, objects: Instance[][]): void {
  const { camera, lighting, still } = deps;
  const { width, height } = still;
  const layer = createLayer(width, height);
  const mask = createShadowMask(width, height);
  for (const instance of objects.flat()) {
    drawInstance({ camera, lighting, still, layer }, instance);
    if (instance.castsNoShadow) continue;
    if (lighting.sun) castShadow(mask, camera, { instance, towards: lighting.sun, dark: 150 });
    castShadow(mask, camera, { instance, towards: [0, 0, 1], dark: 110 });
  }
  soften(mask);
  const rgb = new Uint32Array(width * height);
  blend(deps, { layer, mask, rgb }, { left: 0, top: 0, right: width, bottom: height });
  still.rgb.set(rgb);
  for (let at = 0; at < still.depth.length; at += 1) {
    for (let sample = at * 4; sample < at * 4 + 4; sample += 1)
      still.depth[at] = Math.min(still.depth[at]!, layer.depth[sample]!);
  }
}

function noiseTile(amount: number): Int8Array {
  const random = createRandom(3);
  return Int8Array.from({ length: 1 << 16 }, () => Math.round((random() + random() + random() - 1.5) * 1.4 * amount));
}

/** Adds sensor noise to the luma plane; `start` differs for each frame so that it moves. */
function addNoise(luma: Uint8Array, tile: Int8Array, start: number): void {
  for (let at = 0; at < luma.length; at += 1) {
    const value = luma[at]! + tile[(at + start) & 0xffff]!;
    luma[at] = value < 16 ? 16 : value > 235 ? 235 : value;
  }
}

interface Canvas {
  base: Uint8Array;
  picture: Uint8Array;
  rgb: Uint32Array;
  layer: Layer;
  mask: ShadowMask;
}

/** Draws every object into the layer and its shadows into the mask; returns the touched parts of the picture. */
function drawObjects(deps: Deps, { layer, mask }: Canvas, objects: Instance[][]): Rect[] {
  const { camera, lighting, still } = deps;
  return objects.flatMap((object) => {
    let rect: Rect = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
    for (const instance of object) {
      rect = joined(rect, drawInstance({ camera, lighting, still, layer }, instance));
      if (instance.castsNoShadow) continue;
      if (lighting.sun) rect = joined(rect, castShadow(mask, camera, { instance, towards: lighting.sun, dark: 150 }));
      rect = joined(rect, castShadow(mask, camera, { instance, towards: [0, 0, 1], dark: 110 }));
    }
    return evenRect(rect, still.width, still.height) ?? [];
  });
}

function drawFlares(deps: Deps, rgb: Uint32Array, flares: Flare[]): Rect[] {
  const { width, height } = deps.still;
  return flares.flatMap((flare) => {
    const shine = flareRect(deps.camera, flare);
    const rect = shine && evenRect(shine, width, height);
    if (!shine || !rect) return [];
    addFlare(rgb, width, { ...shine, rect, strength: flare.strength });
    return rect;
  });
}

/** Makes the touched parts ready for the next frame. */
function wipe(still: Still, { layer, rgb, mask }: Canvas, touched: Rect[]): void {
  for (const rect of touched) {
    for (let y = rect.top; y < rect.bottom; y += 1) {
      const [from, to] = [y * still.width + rect.left, y * still.width + rect.right];
      layer.color.fill(0, from * 4, to * 4);
      layer.depth.fill(Infinity, from * 4, to * 4);
      rgb.set(still.rgb.subarray(from, to), from);
    }
  }
  mask.dark.fill(0);
  mask.depth.fill(0);
}

/** Joins the still part of a scene with what moves, frame by frame. */
export function createCompositor(deps: Deps): Compositor {
  const { still } = deps;
  const { width, height } = still;
  const bytes = (width * height * 3) / 2;
  const canvas: Canvas = {
    base: new Uint8Array(bytes),
    picture: new Uint8Array(bytes),
    rgb: Uint32Array.from(still.rgb),
    layer: createLayer(width, height),
    mask: createShadowMask(width, height),
  };
  const { base, picture, rgb, layer, mask } = canvas;
  const tile = noiseTile(deps.noise);
  const random = createRandom(5);
  convert(still.rgb, { picture: base, width, height }, { left: 0, top: 0, right: width, bottom: height });
  return {
    draw(content) {
      picture.set(base);
      const touched = drawObjects(deps, canvas, content.objects);
      soften(mask);
      for (const rect of touched) blend(deps, { layer, mask, rgb }, rect);
      touched.push(...drawFlares(deps, rgb, content.flares));
      for (const rect of touched) convert(rgb, { picture, width, height }, rect);
      wipe(still, canvas, touched);
      addNoise(picture.subarray(0, width * height), tile, Math.floor(random() * 65_536));
      return picture;
    },
  };
}
