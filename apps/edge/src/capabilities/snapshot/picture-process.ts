import { runNativeChild } from '../../platform/processes/native-child.ts';
import type { PictureAsk } from './picture-maker.ts';

void runNativeChild(async () => {
  const { encodeJpeg } = await import('./jpeg-encoder.ts');
  return (body) => encodeJpeg(body as PictureAsk);
});
