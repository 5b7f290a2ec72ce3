import { runNativeChild } from '../../platform/processes/native-child.ts';
import type { FootageTranscodeAsk } from './footage-converters.ts';

void runNativeChild(async () => {
  const { FootageTranscoder } = await import('./footage-transcoder.ts');
  const transcoder = new FootageTranscoder();
  return (body) => Promise.resolve(transcoder.answer(body as FootageTranscodeAsk));
});
