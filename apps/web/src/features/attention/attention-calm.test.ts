import type { AttentionItem } from '@sightline/contracts/attention/attention';
import { expect, test } from 'vitest';
import { calmOf } from './attention-calm.ts';

test('a page that leaves out a core that is away, or states that nobody chose, does not call the cameras healthy', () => {
  const core = { kind: 'core' } as AttentionItem;
  expect(calmOf({ items: [core], waitingCount: 0, unknownCount: 0 })).toBe('noneChosen');
  expect(calmOf({ items: [], waitingCount: 2, unknownCount: 0 })).toBe('noneButWaiting');
  expect(calmOf({ items: [], waitingCount: 0, unknownCount: 0 })).toBe('none');
  // A core that never said whether it keeps up may be behind.
  expect(calmOf({ items: [], waitingCount: 0, unknownCount: 1 })).toBe('noneKnown');
});
