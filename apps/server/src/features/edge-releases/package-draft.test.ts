import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeDraft } from './package-draft.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sightline-draft-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a package of which nothing more comes is given up', async () => {
  const body = new PassThrough();
  body.write('some');
  await expect(writeDraft(join(folder, 'draft'), body, 100)).rejects.toMatchObject({
    code: 'core_package_broken',
    data: { reason: 'silent' },
  });
  expect(body.destroyed).toBe(true);
});

it('a package that comes slowly is written', async () => {
  const body = new PassThrough();
  const writing = writeDraft(join(folder, 'draft'), body, 200);
  for (const piece of ['a', 'b', 'c', 'd', 'e']) {
    body.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  body.end();
  expect(await writing).toEqual({ bytes: 5, sha256: createHash('sha256').update('abcde').digest('hex') });
  expect(readFileSync(join(folder, 'draft'), 'utf8')).toBe('abcde');
});
