import { expect, test } from 'vitest';
import { sitesOfCore } from './sites-of-core.ts';

const site = (id: string, parentId: string | null) => ({ id, parentId });

test('cameras of a core may stand at its site and anywhere below it, nowhere else', () => {
  const sites = [
    site('port', null),
    site('hall', 'quay'),
    site('quay', 'port'),
    site('depot', null),
    site('yard', 'depot'),
  ];
  const idsOf = (id: string) => sitesOfCore(sites, id).map((one) => one.id);
  expect(idsOf('quay')).toEqual(['hall', 'quay']);
  expect(idsOf('port')).toEqual(['port', 'hall', 'quay']);
  expect(idsOf('gone')).toEqual([]);
});

test('a tree that runs in a circle is not followed for ever', () => {
  expect(sitesOfCore([site('a', 'b'), site('b', 'a')], 'c')).toEqual([]);
});
