import { ballMesh, limbMesh } from '../render/mesh.ts';
import type { Mesh, MeshPaint } from '../render/mesh.ts';
import type { Instance, Placement } from '../render/rasterizer.ts';
import { valueNoise } from '../render/noise.ts';
import { add, cross, length, normalize, scale, subtract } from '../render/vector.ts';
import type { Vec3 } from '../render/vector.ts';

export interface PersonAppearance {
  jacket: Vec3;
  trousers: Vec3;
  hair: Vec3;
  skin: Vec3;
  /** Metres, 1.5 to 2. */
  height: number;
  /** Carries a bag in the right hand. */
  bag?: boolean;
}

export interface PersonPose {
  x: number;
  y: number;
  /** Radians; 0 walks towards -y. */
  heading: number;
  /** Metres walked; one step is 0.72 m. */
  walked: number;
  /** 0 stands, 1 walks. */
  stride: number;
}

const limb = limbMesh(0.72);
const trunk = limbMesh(1.22, 14);
const ball = ballMesh(10, 14);

/** Cloth has folds; without them even a detector of people sees a doll. */
function plain(color: Vec3): MeshPaint {
  return ([x, y, z], _normal, out) => {
    const fold = 0.4 + 0.95 * valueNoise(Math.atan2(y, x) * 2.2 + 9, z * 5 + color[0] * 30);
    out[0] = color[0] * fold;
    out[1] = color[1] * fold;
    out[2] = color[2] * fold;
    return 0;
  };
}

/** Skin in front, hair above and behind; the ball's own -y is the face. */
function headPaint(look: PersonAppearance): MeshPaint {
  return ([x, y, z], _normal, out) => {
    const hair = z > 0.45 || (y > 0.1 && z > -0.55) || (Math.abs(x) > 0.8 && z > 0);
    const eyes = !hair && y < -0.7 && z > 0.05 && z < 0.22 && Math.abs(Math.abs(x) - 0.34) < 0.14;
    const color = hair ? look.hair : look.skin;
    for (let channel = 0; channel < 3; channel += 1) out[channel] = color[channel]! * (eyes ? 0.25 : 1);
    return 0;
  };
}

function along(from: Vec3, to: Vec3, radius: { wide: number; deep: number; side: Vec3 }): Placement {
  const axis = subtract(to, from);
  const direction = normalize(axis);
  const depth = normalize(cross(direction, radius.side));
  const side = cross(depth, direction);
  return { x: scale(side, radius.wide), y: scale(depth, radius.deep), z: scale(direction, length(axis)), origin: from };
}

interface Body {
  part(mesh: Mesh, color: Vec3, bones: { from: Vec3; to: Vec3; wide: number; deep?: number }): Instance;
  at(side: number, front: number, up: number): Vec3;
}

function bodyAt(look: PersonAppearance, pose: PersonPose): Body {
  const [cos, sin] = [Math.cos(pose.heading), Math.sin(pose.heading)];
  const right: Vec3 = [cos, sin, 0];
  const ahead: Vec3 = [sin, -cos, 0];
  const size = look.height / 1.78;
  return {
    at: (side, front, up) =>
      add([pose.x, pose.y, up * size], add(scale(right, side * size), scale(ahead, front * size))),
    part: (mesh, color, { from, to, wide, deep }) => ({
      mesh,
      paint: plain(color),
      placement: along(from, to, { wide: wide * size, deep: (deep ?? wide) * size, side: right }),
    }),
  };
}

function leg(body: Body, look: PersonAppearance, { side, swing }: { side: number; swing: number }): Instance[] {
  const hip = body.at(side * 0.1, 0, 0.92);
  const lift = Math.max(0, -swing) * 0.1;
  const knee = body.at(side * 0.1, swing * 0.18 + 0.03, 0.5 + lift * 0.4);
  const ankle = body.at(side * 0.1, swing * 0.32 - lift * 1.2, 0.09 + lift);
  const toe = body.at(side * 0.11, swing * 0.32 - lift * 1.2 + 0.17, 0.05 + lift * 0.6);
  return [
    body.part(limb, look.trousers, { from: hip, to: knee, wide: 0.115 }),
    body.part(limb, look.trousers, { from: knee, to: ankle, wide: 0.09 }),
    body.part(limb, [0.03, 0.028, 0.026], {
      from: body.at(side * 0.1, swing * 0.32 - lift * 1.2 - 0.06, 0.055 + lift),
      to: toe,
      wide: 0.06,
      deep: 0.055,
    }),
  ];
}

function arm(body: Body, look: PersonAppearance, { side, swing }: { side: number; swing: number }): Instance[] {
  const shoulder = body.at(side * 0.215, 0, 1.42);
  const elbow = body.at(side * 0.25, swing * 0.13 - 0.03, 1.13);
  const wrist = body.at(side * 0.25, swing * 0.26 + 0.06, 0.88);
  const hand = body.at(side * 0.25, swing * 0.29 + 0.07, 0.8);
  const parts = [
    body.part(limb, look.jacket, { from: shoulder, to: elbow, wide: 0.075 }),
    body.part(limb, look.jacket, { from: elbow, to: wrist, wide: 0.062 }),
    body.part(limb, look.skin, { from: wrist, to: hand, wide: 0.042 }),
  ];
  if (look.bag && side > 0)
    parts.push(
      body.part(trunk, [0.05, 0.035, 0.02], {
        from: body.at(0.27, swing * 0.29 + 0.07, 0.42),
        to: body.at(0.27, swing * 0.29 + 0.07, 0.72),
        wide: 0.05,
        deep: 0.15,
      }),
    );
  return parts;
}

/** All parts of a walking or standing figure. */
export function personParts(look: PersonAppearance, pose: PersonPose): Instance[] {
  const body = bodyAt(look, pose);
  const swing = Math.sin((pose.walked / 0.72) * Math.PI) * pose.stride;
  const bob = 0.02 * Math.abs(Math.cos((pose.walked / 0.72) * Math.PI)) * pose.stride;
  const size = look.height / 1.78;
  const head = body.at(0, 0.03, 1.625 + bob);
  const [cos, sin] = [Math.cos(pose.heading), Math.sin(pose.heading)];
  const face: Instance = {
    mesh: ball,
    paint: headPaint(look),
    placement: {
      x: scale([cos, sin, 0], 0.088 * size),
      y: scale([-sin, cos, 0], 0.108 * size),
      z: [0, 0, 0.124 * size],
      origin: head,
    },
  };
  return [
    ...leg(body, look, { side: -1, swing }),
    ...leg(body, look, { side: 1, swing: -swing }),
    body.part(trunk, look.jacket, {
      from: body.at(0, 0, 0.86 + bob),
      to: body.at(0, 0.02, 1.44 + bob),
      wide: 0.17,
      deep: 0.13,
    }),
    ...arm(body, look, { side: -1, swing: -swing * 0.9 }),
    ...arm(body, look, { side: 1, swing: swing * 0.9 }),
    body.part(limb, look.skin, { from: body.at(0, 0.01, 1.44 + bob), to: body.at(0, 0.02, 1.56 + bob), wide: 0.055 }),
    face,
  ];
}
