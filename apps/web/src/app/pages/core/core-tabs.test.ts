import { expect, test } from 'vitest';
import { tabsOf } from './core-tabs.ts';

const can = (change: Partial<Parameters<typeof tabsOf>[0]['can']>) => ({
  can: { edit: false, remove: false, createCamera: false, ...change },
});

test('EDGE-012 EDGE-013: who may only see a core is offered neither its log, nor its recovery, nor its end', () => {
  expect(tabsOf(can({}))).toEqual(['core', 'thumbnails', 'network', 'storage', 'heartbeats', 'software', 'sync']);
  expect(tabsOf(can({ remove: true }))).toContain('delete');
  expect(tabsOf(can({ edit: true }))).toEqual(expect.arrayContaining(['logs', 'recovery']));
});
