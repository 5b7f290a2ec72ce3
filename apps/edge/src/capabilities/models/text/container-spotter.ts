import type { Box } from '@sightline/contracts/events/event';
import { containerNumberIn } from '@sightline/domain/events/container-number';
import type { Spotter, TextLine, TextReader } from '../inference.ts';

/** Each costs several inferences; a yard full of containers must not take the time of others. */
const readAtMost = 4;
/** So much around a number is read with it, as a share of its size: models frame it tightly. */
const margin = 0.15;

function around({ x, y, width, height }: Box): Box {
  const left = Math.max(0, x - width * margin);
  const top = Math.max(0, y - height * margin);
  return {
    x: left,
    y: top,
    width: Math.min(1, x + width * (1 + margin)) - left,
    height: Math.min(1, y + height * (1 + margin)) - top,
  };
}

/** As people read: line by line, and along each. */
function byReading({ box: one }: TextLine, { box: other }: TextLine): number {
  const apart = one.y + one.height / 2 - other.y - other.height / 2;
  return Math.abs(apart) < Math.min(one.height, other.height) / 2 ? one.x - other.x : apart;
}

/** Reads the numbers where a model finds them. What is no container's number is not told. */
export const readingContainers = (finder: Spotter, reader: TextReader): Spotter => ({
  task: finder.task,
  modelId: finder.modelId,
  async spot(image) {
    const surest = (await finder.spot(image)).toSorted((a, b) => b.score - a.score).slice(0, readAtMost);
    const read: Awaited<ReturnType<Spotter['spot']>> = [];
    for (const found of surest) {
      const lines = (await reader.read(image, around(found.box))).toSorted(byReading);
      const text = containerNumberIn(lines.map((line) => line.text));
      if (text !== null) read.push({ ...found, text });
    }
    return read;
  },
});
