import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
const texts = (): unknown => readConfig([], { SIGHTLINE_LEGAL_TEXTS: folder }).legalTexts;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-legal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('refuses a folder that is not there or holds none of the texts, and a text without an end', async () => {
  expect(texts).toThrow(/holds none of/);
  await writeFile(join(folder, 'terms.en.md'), ' \n');
  expect(texts).toThrow(/holds none of/);
  await writeFile(join(folder, 'terms.en.md'), 'x'.repeat(200_001));
  expect(texts).toThrow(/longer than/);
  await rm(folder, { recursive: true });
  expect(texts).toThrow(/ENOENT/);
});

it('ROUTE-008 ROUTE-009 has published nothing unless told to, then what is there, language by language', async () => {
  const none = { en: null, he: null };
  expect(readConfig([], {}).legalTexts).toEqual({ terms: none, privacy: none });
  await writeFile(join(folder, 'terms.he.md'), '# תנאים\n\nאין.\n');
  expect(texts()).toEqual({ terms: { en: null, he: '# תנאים\n\nאין.' }, privacy: none });
});
