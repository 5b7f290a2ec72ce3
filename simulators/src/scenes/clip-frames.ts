import { Decoder, Demuxer } from 'node-av/api';

/** Pictures of a clip at 10 frames per second, as the Debian pedestrian clip has them (768 x 576). */
export async function clipFrames(file: string): Promise<{
  width: number;
  height: number;
  fps: number;
  total: number;
  shrinkBy: number;
  pictures: AsyncIterable<Uint8Array>;
}> {
  const demuxer = await Demuxer.open(file);
  const stream = demuxer.video();
  if (!stream) throw new Error(`${file} has no pictures`);
  const decoder = await Decoder.create(stream);
  async function* pictures(): AsyncGenerator<Uint8Array> {
    for await (const packet of demuxer.packets(stream!.index)) {
      for (const frame of await decoder.decodeAll(packet)) {
        yield frame.toBuffer();
        frame.free();
      }
      if (!packet) break;
    }
    decoder.close();
    await demuxer.close();
  }
  const { width, height } = stream.codecpar;
  return {
    width,
    height,
    fps: 10,
    total: Math.max(1, Number(stream.nbFrames ?? 0n)),
    shrinkBy: 2,
    pictures: pictures(),
  };
}
