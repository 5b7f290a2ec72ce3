import type { FlattenQuestion, FlattenWord } from './flattener.ts';
import { flattenStorage } from './storage-pieces.ts';

// Months of a busy camera are tens of thousands of pieces: sorting them must not hold up the picture.

const say = (word: FlattenWord): void => postMessage(word);

addEventListener('message', ({ data }: MessageEvent<FlattenQuestion>) =>
  say({ type: 'flat', id: data.id, pieces: flattenStorage(data.days) }),
);
say({ type: 'ready' });
