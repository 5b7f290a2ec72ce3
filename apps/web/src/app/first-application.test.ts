import { expect, test } from 'vitest';
import { needsAtOnce } from '../../build/first-application.ts';

const everyPart = '/node_modules/@mantine/core/esm/index.mjs';

test('takes everything that is imported at once, however far away, and survives modules that import each other', () => {
  const modules: Record<string, string[]> = {
    app: ['router', everyPart],
    router: ['react', 'guards'],
    guards: ['router'],
    react: [],
    page: ['app'],
  };
  const infoOf = (id: string) => (modules[id] === undefined ? null : { importedIds: modules[id] });
  expect([...needsAtOnce(infoOf, 'app')].toSorted()).toEqual(['app', 'guards', 'react', 'router']);
  expect([...needsAtOnce(infoOf, 'gone')]).toEqual(['gone']);
});
