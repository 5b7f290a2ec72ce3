import { runNativeChild } from '../../platform/processes/native-child.ts';
import type { SoundAsk } from './export-sound.ts';

void runNativeChild(async () => {
  const { AacEncoder } = await import('./aac-encoder.ts');
  let encoder: InstanceType<typeof AacEncoder> | null = null;
  return (body) => {
    const ask = body as SoundAsk;
    if (ask.type === 'begin') encoder = new AacEncoder(ask);
    return Promise.resolve({
      specific: encoder!.specific,
      frames: ask.type === 'add' ? encoder!.encode(ask.samples, ask.isLast) : [],
    });
  };
});
