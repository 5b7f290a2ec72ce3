import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { style } from './style.ts';

const found = async (text: string) => {
  using tree = fixtureTree({ 'apps/edge/src/a.ts': text });
  return (await style.run(tree)).map((finding) => finding.at);
};

test.each([
  'export class A {\n  private a = 1;\n}\n',
  'export class A {\n  private async a() {}\n}\n',
  '\nconst TICK_MS = 5;\n',
  '\nexport const MAX_FRAME_BYTES: number = 5;\n',
])('refuses %j', async (text) => {
  expect(await found(text)).toEqual(['apps/edge/src/a.ts:2']);
});

test.each([
  'export class A {\n  #a = 1;\n  private constructor() {}\n}\n',
  'const tickMs = 5;\n',
  "const SIGHTLINE_SECRET = 'x';\n",
  "export const codes = { 'MAX_BYTES private': 1 };\n",
  'class Fake { readonly CONNECTING_STATE = 0; }\n',
])('accepts %j', async (text) => {
  expect(await found(text)).toEqual([]);
});
