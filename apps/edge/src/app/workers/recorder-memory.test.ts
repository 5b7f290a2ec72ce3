import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const notedResolve = `import { registerHooks } from 'node:module';
registerHooks({ resolve(specifier, context, next) {
  if (/^[^./]/.test(specifier)) console.log(specifier);
  return next(specifier, context);
} });`;

test('a recorder loads no schemas: they would be a fifth of its own memory, and it is told nothing that needs them', async () => {
  const worker = new URL('media-worker.ts', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(notedResolve)}`,
    '--input-type=module',
    '--eval',
    `await import(${JSON.stringify(worker)}); process.exit(0);`,
  ]);
  const loaded = stdout.split('\n');
  expect(loaded).toContain('node:fs');
  expect(loaded).not.toContain('zod');
});
