import { expect, test } from 'vitest';
import { cutStates } from './attention-lists.ts';

const found = (value: number, shown: number) => ({ total: { value }, items: Array.from({ length: shown }, () => ({})) });

test('each state of which not all cameras are shown leads to its own list', () => {
  expect(cutStates(['offline', 'notRecording', 'unhealthy'], [found(2, 2), found(25, 20), undefined])).toEqual([{ state: 'notRecording', count: 25 }]);
});
