import { cross, normalize, subtract } from './vector.ts';
import type { Vec3 } from './vector.ts';
import type { Color } from './lighting.ts';

/** What a mesh looks like at a point of its own space; returns gloss 0..1 (how much sky it mirrors). */
export type MeshPaint = (point: Vec3, normal: Vec3, color: Color) => number;

/** Triangles with smooth normals, in the object's own space. */
export interface Mesh {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint16Array;
}

/** Builds a mesh from a grid of points (rows of equal length); neighbours are joined, `closed` joins last and first column. */
export function gridMesh(rows: Vec3[][], closed: boolean): Mesh {
  const columns = rows[0]!.length;
  const positions = Float32Array.from(rows.flat().flat());
  const indices: number[] = [];
  const across = closed ? columns : columns - 1;
  for (let row = 0; row + 1 < rows.length; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const next = (column + 1) % columns;
      const a = row * columns + column;
      const b = row * columns + next;
      const c = (row + 1) * columns + next;
      const d = (row + 1) * columns + column;
      indices.push(a, b, c, a, c, d);
    }
  }
  return { positions, normals: smoothNormals(positions, indices), indices: Uint16Array.from(indices) };
}

function vertex(positions: Float32Array, index: number): Vec3 {
  return [positions[index * 3]!, positions[index * 3 + 1]!, positions[index * 3 + 2]!];
}

function pointsOutward(positions: Float32Array, normals: Float32Array): boolean {
  const middle = [0, 0, 0];
  for (let at = 0; at < positions.length; at += 1) middle[at % 3]! += (positions[at]! * 3) / positions.length;
  let sum = 0;
  for (let at = 0; at < positions.length; at += 1) sum += normals[at]! * (positions[at]! - middle[at % 3]!);
  return sum >= 0;
}

function smoothNormals(positions: Float32Array, indices: number[]): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let at = 0; at < indices.length; at += 3) {
    const a = vertex(positions, indices[at]!);
    const face = cross(
      subtract(vertex(positions, indices[at + 1]!), a),
      subtract(vertex(positions, indices[at + 2]!), a),
    );
    for (let corner = 0; corner < 3; corner += 1) {
      for (let axis = 0; axis < 3; axis += 1) normals[indices[at + corner]! * 3 + axis]! += face[axis]!;
    }
  }
  const outward = pointsOutward(positions, normals) ? 1 : -1;
  for (let at = 0; at < normals.length; at += 3)
    normals.set(normalize([outward * normals[at]!, outward * normals[at + 1]!, outward * normals[at + 2]!]), at);
  return normals;
}

/** A unit ball around the origin. */
export function ballMesh(rings = 8, sides = 12): Mesh {
  const rows = Array.from({ length: rings + 1 }, (_, ring) => {
    const tilt = Math.PI * (ring / rings) - Math.PI / 2;
    return Array.from({ length: sides }, (__, side): Vec3 => {
      const turn = (2 * Math.PI * side) / sides;
      return [Math.cos(tilt) * Math.cos(turn), Math.cos(tilt) * Math.sin(turn), Math.sin(tilt)];
    });
  });
  return gridMesh(rows, true);
}

/** A limb from z 0 to 1 with round ends; radius 1 below and `taper` above. */
export function limbMesh(taper: number, sides = 10): Mesh {
  const outline: [number, number][] = [
    [0.02, -0.09],
    [0.7, -0.05],
    [1, 0.04],
    [1 + (taper - 1) * 0.5, 0.5],
    [taper, 0.96],
    [taper * 0.7, 1.05],
    [0.02, 1.09],
  ];
  const rows = outline.map(([radius, z]) =>
    Array.from({ length: sides }, (_, side): Vec3 => {
      const turn = (2 * Math.PI * side) / sides;
      return [radius * Math.cos(turn), radius * Math.sin(turn), z];
    }),
  );
  return gridMesh(rows, true);
}
