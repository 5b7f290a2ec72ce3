import type { Camera } from './camera.ts';
import { addHaze, develop, illuminate } from './lighting.ts';
import type { Color, Lighting } from './lighting.ts';
import type { Mesh, MeshPaint } from './mesh.ts';
import type { Still } from './still.ts';
import { dot, scale } from './vector.ts';
import type { Vec3 } from './vector.ts';

/** Three axes and the origin of an object in the world. */
export interface Placement {
  x: Vec3;
  y: Vec3;
  z: Vec3;
  origin: Vec3;
}

export interface Instance {
  mesh: Mesh;
  paint: MeshPaint;
  placement: Placement;
  castsNoShadow?: boolean;
}

/** Pixels `left..right`, `top..bottom` (right and bottom excluded). */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Moving objects of one frame with four samples per pixel: 0xAARRGGBB with alpha 255 where something is. */
export interface Layer {
  width: number;
  height: number;
  color: Uint32Array;
  depth: Float32Array;
}

export function createLayer(width: number, height: number): Layer {
  return {
    width,
    height,
    color: new Uint32Array(width * height * 4),
    depth: new Float32Array(width * height * 4).fill(Infinity),
  };
}

interface Drawing {
  camera: Camera;
  lighting: Lighting;
  still: Still;
  layer: Layer;
}

const nearPlane = 0.4;
/** Sample positions inside a pixel. */
const samplePoints = [
  [0.375, 0.125],
  [0.875, 0.375],
  [0.125, 0.625],
  [0.625, 0.875],
] as const;

/** Vertices of an instance: world position (3), world normal (3), picture x, y, 1/depth, depth. */
const stride = 10;

function transform(mesh: Mesh, placement: Placement, camera: Camera): Float64Array {
  const { x: ax, y: ay, z: az, origin } = placement;
  // Normals stretch the other way: an axis made longer makes them shorter along it.
  const [nx, ny, nz] = [ax, ay, az].map((axis) => scale(axis, 1 / dot(axis, axis))) as [Vec3, Vec3, Vec3];
  const count = mesh.positions.length / 3;
  const out = new Float64Array(count * stride);
  for (let index = 0; index < count; index += 1) {
    const [px, py, pz] = [mesh.positions[index * 3]!, mesh.positions[index * 3 + 1]!, mesh.positions[index * 3 + 2]!];
    const [mx, my, mz] = [mesh.normals[index * 3]!, mesh.normals[index * 3 + 1]!, mesh.normals[index * 3 + 2]!];
    const at = index * stride;
    let dx = 0;
    let dy = 0;
    let dz = 0;
    let size = 0;
    for (let axis = 0; axis < 3; axis += 1) {
      const world = origin[axis]! + ax[axis]! * px + ay[axis]! * py + az[axis]! * pz;
      const normal = nx[axis]! * mx + ny[axis]! * my + nz[axis]! * mz;
      const offset = world - camera.position[axis]!;
      out[at + axis] = world;
      out[at + 3 + axis] = normal;
      size += normal * normal;
      dx += offset * camera.right[axis]!;
      dy += offset * camera.down[axis]!;
      dz += offset * camera.forward[axis]!;
    }
    for (let axis = 3; axis < 6; axis += 1) out[at + axis]! /= Math.sqrt(size) || 1;
    out[at + 6] = camera.width / 2 + (camera.focal * dx) / dz;
    out[at + 7] = camera.height / 2 + (camera.focal * dy) / dz;
    out[at + 8] = 1 / dz;
    out[at + 9] = dz;
  }
  return out;
}

/** Share of the sun at a point: looked up where its shadow would fall on the ground. */
function sunAt(drawing: Drawing, point: Vec3): number {
  const { camera, still, lighting } = drawing;
  if (!lighting.sun) return 1;
  const back = point[2] / Math.max(0.1, lighting.sun[2]);
  const ox = point[0] - lighting.sun[0] * back - camera.position[0];
  const oy = point[1] - lighting.sun[1] * back - camera.position[1];
  const oz = -camera.position[2];
  const depth = ox * camera.forward[0] + oy * camera.forward[1] + oz * camera.forward[2];
  if (depth < nearPlane) return 1;
  const x = Math.floor(
    camera.width / 2 + (camera.focal * (ox * camera.right[0] + oy * camera.right[1] + oz * camera.right[2])) / depth,
  );
  const y = Math.floor(
    camera.height / 2 + (camera.focal * (ox * camera.down[0] + oy * camera.down[1] + oz * camera.down[2])) / depth,
  );
  if (x < 0 || y < 0 || x >= still.width || y >= still.height) return 1;
  const at = y * still.width + x;
  return Math.abs(still.depth[at]! - depth) < 0.05 * depth ? still.sunlit[at]! / 255 : 1;
}

/** Colour of a surface point of a moving object: paint, light, a little mirrored sky, haze. */
function shadePoint(
  drawing: Drawing,
  instance: Instance,
  work: { local: Vec3; point: Vec3; normal: Vec3; depth: number; color: Color },
): number {
  const { color, normal, point } = work;
  const { lighting, camera } = drawing;
  const gloss = instance.paint(work.local, normal, color);
  if (gloss >= 0) {
    illuminate(
      lighting,
      { point, normal, sunlit: sunAt(drawing, point), open: Math.min(1, 0.45 + point[2] * 0.6) },
      color,
    );
    const [vx, vy, vz] = [point[0] - camera.position[0], point[1] - camera.position[1], point[2] - camera.position[2]];
    const distance = Math.hypot(vx, vy, vz);
    const facing = Math.min(1, Math.abs(vx * normal[0] + vy * normal[1] + vz * normal[2]) / distance);
    const up = vz / distance - 2 * ((vx * normal[0] + vy * normal[1] + vz * normal[2]) / distance) * normal[2];
    const mirror = gloss * (0.06 + 0.94 * (1 - facing) ** 4);
    for (let channel = 0; channel < 3; channel += 1) {
      const seen = up > 0 ? lighting.sky[channel]! * (0.5 + 0.5 * up) : lighting.bounce[channel]! * 0.4;
      color[channel]! += (seen - color[channel]!) * mirror;
    }
  }
  addHaze(lighting, work.depth, color);
  return (0xff00_0000 | develop(lighting, color)) >>> 0;
}

interface Corner {
  /** Offsets into the vertex array. */
  a: number;
  b: number;
  c: number;
  /** Vertex numbers in the mesh. */
  ia: number;
  ib: number;
  ic: number;
}

/** Draws one triangle with four coverage samples and one shading per pixel. */
function drawTriangle(
  drawing: Drawing,
  shape: { instance: Instance; vertices: Float64Array; corner: Corner },
  bounds: Rect,
): void {
  const { layer } = drawing;
  const { vertices: v, corner, instance } = shape;
  const { a, b, c } = corner;
  const [ax, ay, bx, by, cx, cy] = [v[a + 6]!, v[a + 7]!, v[b + 6]!, v[b + 7]!, v[c + 6]!, v[c + 7]!];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (Math.abs(area) < 1e-6) return;
  const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)));
  const right = Math.min(layer.width - 1, Math.floor(Math.max(ax, bx, cx)));
  const top = Math.max(0, Math.floor(Math.min(ay, by, cy)));
  const bottom = Math.min(layer.height - 1, Math.floor(Math.max(ay, by, cy)));
  const color: Color = [0, 0, 0];
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      let shaded = 0;
      for (let sample = 0; sample < 4; sample += 1) {
        const sx = x + samplePoints[sample]![0];
        const sy = y + samplePoints[sample]![1];
        const wb = ((sx - ax) * (cy - ay) - (cx - ax) * (sy - ay)) / area;
        const wc = ((bx - ax) * (sy - ay) - (sx - ax) * (by - ay)) / area;
        const wa = 1 - wb - wc;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const [pa, pb, pc] = [wa * v[a + 8]!, wb * v[b + 8]!, wc * v[c + 8]!];
        const depth = 1 / (pa + pb + pc);
        const at = (y * layer.width + x) * 4 + sample;
        if (depth >= layer.depth[at]! || depth > drawing.still.depth[y * layer.width + x]! + 0.02) continue;
        shaded ||= shadeAt(drawing, {
          instance,
          vertices: v,
          corner,
          pa: pa * depth,
          pb: pb * depth,
          pc: pc * depth,
          depth,
          color,
        });
        layer.depth[at] = depth;
        layer.color[at] = shaded;
      }
    }
  }
  bounds.left = Math.min(bounds.left, left);
  bounds.right = Math.max(bounds.right, right + 1);
  bounds.top = Math.min(bounds.top, top);
  bounds.bottom = Math.max(bounds.bottom, bottom + 1);
}

interface ShadeWork {
  instance: Instance;
  vertices: Float64Array;
  corner: Corner;
  pa: number;
  pb: number;
  pc: number;
  depth: number;
  color: Color;
}

function shadeAt(drawing: Drawing, work: ShadeWork): number {
  const { vertices: v, corner, pa, pb, pc, instance } = work;
  const { a, b, c, ia, ib, ic } = corner;
  const { positions } = instance.mesh;
  const blend = (source: ArrayLike<number>, at: [number, number, number]): number =>
    source[at[0]]! * pa + source[at[1]]! * pb + source[at[2]]! * pc;
  const local: Vec3 = [
    blend(positions, [ia * 3, ib * 3, ic * 3]),
    blend(positions, [ia * 3 + 1, ib * 3 + 1, ic * 3 + 1]),
    blend(positions, [ia * 3 + 2, ib * 3 + 2, ic * 3 + 2]),
  ];
  const point: Vec3 = [blend(v, [a, b, c]), blend(v, [a + 1, b + 1, c + 1]), blend(v, [a + 2, b + 2, c + 2])];
  const rough: Vec3 = [
    blend(v, [a + 3, b + 3, c + 3]),
    blend(v, [a + 4, b + 4, c + 4]),
    blend(v, [a + 5, b + 5, c + 5]),
  ];
  const size = Math.hypot(rough[0], rough[1], rough[2]) || 1;
  return shadePoint(drawing, instance, {
    local,
    point,
    normal: [rough[0] / size, rough[1] / size, rough[2] / size],
    depth: work.depth,
    color: work.color,
  });
}

function facesAway(v: Float64Array, { a, b, c }: Corner, camera: Camera): boolean {
  let toward = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    const normal = v[a + 3 + axis]! + v[b + 3 + axis]! + v[c + 3 + axis]!;
    const centre = (v[a + axis]! + v[b + axis]! + v[c + axis]!) / 3;
    toward += normal * (camera.position[axis]! - centre);
  }
  return toward < -0.9;
}

/** Draws an instance into the layer; returns the touched pixels (empty when it is out of sight). */
export function drawInstance(drawing: Drawing, instance: Instance): Rect {
  const vertices = transform(instance.mesh, instance.placement, drawing.camera);
  const bounds: Rect = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  const { indices } = instance.mesh;
  for (let at = 0; at < indices.length; at += 3) {
    const [ia, ib, ic] = [indices[at]!, indices[at + 1]!, indices[at + 2]!];
    const corner: Corner = { a: ia * stride, b: ib * stride, c: ic * stride, ia, ib, ic };
    if (
      vertices[corner.a + 9]! < nearPlane ||
      vertices[corner.b + 9]! < nearPlane ||
      vertices[corner.c + 9]! < nearPlane
    )
      continue;
    if (facesAway(vertices, corner, drawing.camera)) continue;
    drawTriangle(drawing, { instance, vertices, corner }, bounds);
  }
  return bounds;
}
