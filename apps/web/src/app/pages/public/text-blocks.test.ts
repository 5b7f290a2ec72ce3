import { expect, it } from 'vitest';
import { blocksOf } from './text-blocks.ts';

it('takes nothing in a text for markup, and nothing of nothing', () => {
  expect(blocksOf('')).toEqual([]);
  expect(blocksOf('<b>no</b> [link](x)')).toEqual([{ kind: 'paragraph', line: 0, text: '<b>no</b> [link](x)' }]);
});

it('parts headings and paragraphs, and keeps the lines of a paragraph', () => {
  expect(blocksOf('# Terms\nFirst,\r\nsecond.\n\n\n## Part\n\nThird. # not a heading')).toEqual([
    { kind: 'heading', line: 0, text: 'Terms' },
    { kind: 'paragraph', line: 1, text: 'First,\nsecond.' },
    { kind: 'heading', line: 5, text: 'Part' },
    { kind: 'paragraph', line: 7, text: 'Third. # not a heading' },
  ]);
});
