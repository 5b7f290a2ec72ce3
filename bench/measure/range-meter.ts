import type { Block } from '../../apps/edge/src/capabilities/models/convert/convolution-blocks.ts';
import { findBlocks } from '../../apps/edge/src/capabilities/models/convert/convolution-blocks.ts';
import { recordGraph } from '../../apps/edge/src/capabilities/models/convert/graph-recorder.ts';
import { openGraph } from '../../apps/edge/src/capabilities/models/convert/graph-runner.ts';
import { cropResize, wholePicture } from '../../apps/edge/src/platform/pictures/crop-resize.ts';
import { pictureTensor } from '../../apps/edge/src/platform/pictures/picture-tensor.ts';
import type { RgbImage } from '../../apps/edge/src/platform/pictures/rgb-image.ts';

/** Parts of a picture that are looked at besides the whole: things are larger in them. */
const parts = [wholePicture, { x: 0, y: 0.4, width: 0.6, height: 0.6 }, { x: 0.4, y: 0.4, width: 0.6, height: 0.6 }];
/** The outermost numbers of a value are no loss: so many of a million on either side, in each picture. */
const outermost = 20 / 1e6;
const input = { node: 'Preprocessor/sub', dims: [1, 300, 300, 3] };
const outputs = ['Postprocessor/Slice', 'Postprocessor/Decode/transpose_1'];
const format = {
  layout: 'NHWC',
  colour: 'RGB',
  mean: [127.5, 127.5, 127.5],
  scale: [1 / 127.5, 1 / 127.5, 1 / 127.5],
} as const;

export interface RangeMeter {
  take(image: RgbImage): Promise<void>;
  /** Least and greatest number so far of each value that is not cut to 0..6, by name; the boxes are left out. */
  ranges(): Map<string, [least: number, greatest: number]>;
}

const isWanted = (block: Block): boolean =>
  (block.kind === 'sum' || !block.isClipped) && !block.output.includes('BoxEncodingPredictor');

/** Runs the original of the built-in detector, and notes what goes through it. */
export async function openRangeMeter(graphPath: string): Promise<RangeMeter> {
  const graph = await openGraph(graphPath);
  const blocks = [...findBlocks(await recordGraph(graph, input, outputs)).values()];
  const names = blocks.filter(isWanted).map(({ output }) => output);
  const moved = new Map(
    blocks.flatMap((block) => (block.kind === 'sum' && block.moved ? [[block.moved.to, block.moved.added]] : [])),
  );
  const ranges = new Map<string, [number, number]>(names.map((name) => [name, [0, 0]]));
  const note = (name: string, data: Float32Array): void => {
    const added = moved.get(name);
    if (added) for (let at = 0; at < data.length; at += 1) data[at] += added[at % added.length];
    data.sort();
    const skipped = Math.floor(data.length * outermost);
    const [least, greatest] = ranges.get(name)!;
    ranges.set(name, [Math.min(least, data[skipped]), Math.max(greatest, data[data.length - 1 - skipped])]);
  };
  return {
    async take(image) {
      for (const part of parts) {
        const { image: seen } = cropResize(image, part, { width: 300, height: 300, fit: 'stretch', fill: 0 });
        const given = await graph.run({ [input.node]: pictureTensor(seen, format) }, names);
        for (const name of names) note(name, Float32Array.from(given.get(name)!.data));
      }
    },
    ranges: () => ranges,
  };
}
