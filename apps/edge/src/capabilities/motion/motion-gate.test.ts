import { describe, expect, it } from 'vitest';
import { createMotionGate, type MotionGate } from './motion-gate.ts';
import type { LumaPlane } from './luma-grid.ts';

const width = 640;
const height = 360;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  level: number;
}

/** A textured room with sensor noise; `gain` is the camera's iris, `shiftPx` moves the camera. */
function picture(
  options: { boxes?: Box[]; gain?: number; seed?: number; noise?: number; shiftPx?: number } = {},
): LumaPlane {
  const { boxes = [], gain = 1, noise = 3, shiftPx = 0 } = options;
  const stride = width + 32;
  const data = new Uint8Array(stride * height);
  let random = (options.seed ?? 1) * 2_654_435_761;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      const box = boxes.find((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height);
      const still = 70 + ((((x + shiftPx) >> 6) + (y >> 6)) % 2) * 50 + (y >> 3);
      const light = 16 + ((box?.level ?? still) - 16) * gain;
      data[y * stride + x] = Math.max(
        16,
        Math.min(235, Math.round(light + ((random >>> 16) % (2 * noise + 1)) - noise)),
      );
    }
  }
  return { data, width, height, stride };
}

function settled(gate: MotionGate, untilMs = 3_000): MotionGate {
  for (let atMs = 0; atMs <= untilMs; atMs += 200) gate.assess(picture({ seed: atMs + 1 }), atMs);
  return gate;
}

describe('the motion gate', () => {
  it('says nothing of the first picture', () => {
    expect(
      createMotionGate().assess(picture({ boxes: [{ x: 0, y: 0, width: 300, height: 300, level: 230 }] }), 0),
    ).toMatchObject({ level: 0, isGlobal: false });
  });

  it('hears nothing in the noise of a still room, at keyframes far apart as well', () => {
    const gate = settled(createMotionGate());
    for (let index = 1; index < 20; index++)
      expect(gate.assess(picture({ seed: 500 + index, noise: 8 }), 3_000 + index * 200).level).toBeLessThan(3);
    for (let index = 1; index < 5; index++)
      expect(gate.assess(picture({ seed: 900 + index }), 8_000 + index * 4_000).level).toBe(0);
  });

  it('takes no change of exposure for motion, and still sees the car that caused it', () => {
    const gate = settled(createMotionGate());
    const car = { x: 240, y: 120, width: 120, height: 80, level: 220 };
    const steps = [0.92, 0.84, 0.75, 0.7];
    for (const [index, gain] of steps.entries()) {
      const motion = gate.assess(picture({ gain, boxes: [car], seed: 77 + index }), 3_200 + index * 200);
      expect(motion.isGlobal).toBe(false);
      const moved = [...motion.cells.keys()].filter((cell) => motion.cells[cell]! >= 12);
      expect(moved.length).toBeGreaterThan(0);
      for (const cell of moved) {
        expect(cell % 16).toBeGreaterThanOrEqual(5);
        expect(cell % 16).toBeLessThanOrEqual(9);
        expect(Math.floor(cell / 16)).toBeGreaterThanOrEqual(2);
        expect(Math.floor(cell / 16)).toBeLessThanOrEqual(5);
      }
    }
  });

  it('calls a moved camera and a switched light global, and is itself again with the next picture', () => {
    const gate = settled(createMotionGate());
    expect(gate.assess(picture({ shiftPx: 64 }), 3_200)).toMatchObject({ isGlobal: true, level: 0 });
    expect(gate.assess(picture({ shiftPx: 64, seed: 5 }), 3_400)).toMatchObject({ isGlobal: false });
    const dark = { data: new Uint8Array(width * height).fill(20), width, height, stride: width };
    expect(gate.assess(dark, 3_600)).toMatchObject({ isGlobal: true, level: 0 });
    expect(gate.assess(dark, 3_800)).toMatchObject({ isGlobal: false, level: 0 });
  });

  it('finds a small person far away where he is', () => {
    const gate = settled(createMotionGate());
    const motion = gate.assess(
      picture({ boxes: [{ x: 402, y: 201, width: 14, height: 34, level: 40 }], seed: 9 }),
      3_200,
    );
    expect(motion.level).toBeGreaterThan(10);
    const best = motion.cells.indexOf(Math.max(...motion.cells));
    expect(best).toBe(Math.floor((201 + 17) / 40) * 16 + Math.floor((402 + 7) / 40));
  });

  it('is quiet again two seconds after something came to rest or left', () => {
    const gate = settled(createMotionGate());
    const van = { x: 100, y: 100, width: 200, height: 120, level: 210 };
    const levels: number[] = [];
    for (let index = 0; index < 15; index++)
      levels.push(gate.assess(picture({ boxes: [van], seed: 40 + index }), 3_200 + index * 200).level);
    expect(levels[0]).toBeGreaterThan(60);
    expect(levels.slice(12)).toEqual([0, 0, 0]);
    for (let index = 0; index < 15; index++)
      levels.push(gate.assess(picture({ seed: 80 + index }), 6_200 + index * 200).level);
    expect(levels.slice(-3)).toEqual([0, 0, 0]);
  });

  it('learns flicker that never ends, but not a street on which something drives a third of the time', () => {
    const gate = settled(createMotionGate());
    const leaves = (index: number): Box[] => [
      { x: 0, y: 0, width: 160, height: 80, level: 90 + ((index * 37) % 5) * 9 },
    ];
    const road = (index: number): Box[] =>
      index % 15 < 5 ? [{ x: (index % 15) * 120, y: 240, width: 110, height: 80, level: 220 }] : [];
    const late: { leaves: number; road: number }[] = [];
    for (let index = 1; index < 150; index++) {
      const { cells } = gate.assess(
        picture({ boxes: [...leaves(index), ...road(index)], seed: index }),
        3_000 + index * 200,
      );
      if (index > 130) late.push({ leaves: cells[1]!, road: Math.max(...cells.subarray(6 * 16, 8 * 16)) });
    }
    expect(Math.max(...late.map((one) => one.road))).toBeGreaterThan(200);
    expect(Math.max(...late.map((one) => one.leaves))).toBeLessThan(100);
  });

  it('forgets when told, when the clock goes back and after a long pause', () => {
    const gate = settled(createMotionGate());
    const other = picture({ boxes: [{ x: 100, y: 100, width: 200, height: 120, level: 210 }] });
    expect(gate.assess(other, 2_000).level).toBe(0);
    expect(gate.assess(picture(), 70_000).level).toBe(0);
    gate.reset();
    expect(gate.assess(other, 70_200).level).toBe(0);
  });

  it('answers 144 cells of its own each time, for any size of picture', () => {
    const gate = createMotionGate();
    const tiny = { data: new Uint8Array(20 * 12).fill(80), width: 20, height: 12, stride: 20 };
    const first = gate.assess(tiny, 0);
    const second = gate.assess({ ...tiny, data: new Uint8Array(240).fill(90) }, 200);
    expect(first.cells).toHaveLength(144);
    expect(second.cells).not.toBe(first.cells);
  });
});
