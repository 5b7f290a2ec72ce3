import { Decoder, Demuxer } from 'node-av/api';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { readFrameCounter } from '../cameras/frame-counter.ts';
import type { DecodedFile } from './decode-file.ts';

// Native code: this file runs in a process of its own.

async function decodeVideo(file: string, result: DecodedFile): Promise<void> {
  const input = await Demuxer.open(file);
  const stream = input.video();
  if (stream === undefined) throw new Error('no video stream');
  const decoder = await Decoder.create(stream, { exitOnError: false });
  const { num, den } = stream.timeBase;
  for await (const frame of decoder.frames(input.packets(stream.index))) {
    if (frame === null) continue;
    const luma = frame.data?.[0];
    result.pictures.push({
      ptsMs: Math.round((Number(frame.pts) * num * 1000) / den),
      width: frame.width,
      height: frame.height,
      counter: luma === undefined ? null : readFrameCounter(luma, frame, frame.linesize[0]),
    });
    frame.free();
  }
  decoder.close();
  await input.close();
}

async function countPackets(file: string, result: DecodedFile): Promise<void> {
  const input = await Demuxer.open(file);
  const [video, audio] = [input.video()?.index, input.audio()?.index];
  for await (const packet of input.packets()) {
    if (packet === null) continue;
    if (packet.streamIndex === video) result.videoPackets++;
    if (packet.streamIndex === audio) result.audioPackets++;
    packet.free();
  }
  await input.close();
}

async function countAudio(file: string, result: DecodedFile): Promise<void> {
  const input = await Demuxer.open(file);
  const stream = input.audio();
  if (stream !== undefined) {
    const decoder = await Decoder.create(stream);
    for await (const frame of decoder.frames(input.packets(stream.index))) {
      if (frame === null) continue;
      result.audioSamples += frame.nbSamples;
      frame.free();
    }
    decoder.close();
  }
  await input.close();
}

Log.setLevel(AV_LOG_QUIET);
const file = process.argv[2] ?? '';
const result: DecodedFile = { pictures: [], videoPackets: 0, audioPackets: 0, audioSamples: 0 };
await countPackets(file, result);
await decodeVideo(file, result);
await countAudio(file, result);
process.send?.(result, () => process.exit(0));
