import { expect, test } from 'vitest';
import { entering, entranceDoor, entranceScene } from '../scenes/entrance-scene.ts';
import { badgesBetween } from './demo-access.ts';

const roundMs = entranceScene.durationS * 1000;
const peopleIn = (fromMs: number, toMs: number) => badgesBetween(fromMs, toMs).map(({ person }) => person);

test('reads the badge of everybody who goes in, but of one who follows in each fourth round', () => {
  expect(entering().map(({ who }) => who)).toEqual([0, 3, 4]);
  expect(peopleIn(0, roundMs)).toEqual(['Dana Levi', 'Noam Katz', 'Yael Mizrahi']);
  expect(peopleIn(3 * roundMs, 4 * roundMs)).toEqual(['Dana Levi', 'Noam Katz']);
});

test('reads each badge once, whichever pictures come', () => {
  const whole = peopleIn(0, 6 * roundMs);
  const byPicture: ReturnType<typeof peopleIn> = [];
  for (let ms = 0; ms < 6 * roundMs; ms += 67) byPicture.push(...peopleIn(ms, Math.min(ms + 67, 6 * roundMs)));
  expect(byPicture).toEqual(whole);
  expect(peopleIn(roundMs, roundMs)).toEqual([]);
});

test('reads a badge before its owner is in the door', () => {
  for (const { atS } of entering()) {
    expect(peopleIn((atS - 2) * 1000, atS * 1000)).toHaveLength(1);
    expect(peopleIn(atS * 1000, (atS + 2) * 1000)).toHaveLength(0);
  }
});

test('has its door where it is in the picture', () => {
  const [topLeft, topRight, bottomRight, bottomLeft] = entranceDoor();
  for (const { x, y } of entranceDoor()) for (const share of [x, y]) expect(share).toBeGreaterThan(0.2);
  expect(topLeft!.y).toBeLessThan(bottomLeft!.y);
  expect(topLeft!.x).toBeLessThan(topRight!.x);
  expect(bottomRight!.y - topRight!.y).toBeGreaterThan(0.3);
});
