import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameBytes, VoiceQueue } from './voice-queue.ts';

const sound = (value: number, length = frameBytes): Uint8Array => new Uint8Array(length).fill(value);

/** The first byte of each of the next frames; 255 is silence. */
const frames = (queue: VoiceQueue, count: number): number[] =>
  Array.from({ length: count }, () => queue.take().frame[0]!);

describe('a voice queue', () => {
  it('is silent before anybody speaks, in the silence of its codec', () => {
    expect(new VoiceQueue('pcmu').take()).toEqual({ frame: sound(0xff), spokenMs: 0 });
    expect(new VoiceQueue('pcma').take()).toEqual({ frame: sound(0xd5), spokenMs: 0 });
  });

  it('drops what was played already, what comes twice, and what comes too late', () => {
    const queue = new VoiceQueue('pcmu');
    for (const number of [10, 11, 12]) queue.push(number, sound(number));
    expect(frames(queue, 2)).toEqual([10, 11]);
    for (const number of [10, 11, 12]) queue.push(number, sound(99));
    expect(frames(queue, 2)).toEqual([12, 255]);
  });

  it('plays in the order of speaking, also beyond the end of the numbers', () => {
    const queue = new VoiceQueue('pcmu');
    for (const [number, value] of [
      [65_534, 1],
      [0, 3],
      [65_535, 2],
      [1, 4],
    ] as const)
      queue.push(number, sound(value));
    expect(frames(queue, 5)).toEqual([1, 2, 3, 4, 255]);
  });

  it('is silent for as long as what was lost took', () => {
    const queue = new VoiceQueue('pcmu');
    for (const number of [1, 2, 4]) queue.push(number, sound(number));
    expect(frames(queue, 4)).toEqual([1, 2, 255, 4]);
  });

  it('waits for two again after it ran dry, and goes on at once after a long hole', () => {
    const queue = new VoiceQueue('pcmu');
    for (const number of [1, 2]) queue.push(number, sound(number));
    expect(frames(queue, 3)).toEqual([1, 2, 255]);
    queue.push(3, sound(3));
    expect(frames(queue, 1)).toEqual([255]);
    queue.push(1000, sound(7));
    expect(frames(queue, 2)).toEqual([3, 7]);
  });

  it('does not fall behind: of what piles up it keeps the newest', () => {
    const queue = new VoiceQueue('pcmu');
    for (let number = 0; number < 16; number += 1) queue.push(number, sound(number));
    expect(frames(queue, 5)).toEqual([12, 13, 14, 15, 255]);
  });

  it('cuts packets of any length into frames', () => {
    const queue = new VoiceQueue('pcmu');
    for (let number = 0; number < 4; number += 1) queue.push(number, sound(number, 240));
    const played = Array.from({ length: 6 }, () => queue.take());
    expect(played.map(({ spokenMs }) => spokenMs)).toEqual([20, 20, 20, 20, 20, 20]);
    expect(Buffer.concat(played.map(({ frame }) => frame))).toEqual(
      Buffer.concat([0, 1, 2, 3].map((value) => sound(value, 240))),
    );
  });

  it('always gives a whole frame, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 0, max: 400 }), fc.boolean())),
        (packets) => {
          const queue = new VoiceQueue('pcma');
          for (const [number, length, takes] of packets) {
            queue.push(number, sound(1, length));
            if (takes) expect(queue.take().frame).toHaveLength(frameBytes);
          }
        },
      ),
    );
  });
});
