import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

type Install = (event: {
  waitUntil: (wait: Promise<unknown>) => void;
  addRoutes?: (rules: unknown) => Promise<void>;
}) => void;

const installer = async (): Promise<Install> => {
  const handlers = new Map<string, Install>();
  const self = {
    registration: { scope: 'https://sightline.example/' },
    addEventListener: (name: string, handler: Install) => handlers.set(name, handler),
  };
  runInNewContext(await readFile(new URL('../../../public/sw-routes.js', import.meta.url), 'utf8'), { self });
  const install = handlers.get('install');
  if (install === undefined) throw new Error('the rules are told to nobody');
  return install;
};

it('a browser that knows no rules, or other ones, installs the worker all the same', async () => {
  const install = await installer();
  const waitUntil = vi.fn((_wait: Promise<unknown>) => undefined);
  install({ waitUntil });
  expect(waitUntil).not.toHaveBeenCalled();
  install({ waitUntil, addRoutes: () => Promise.reject(new TypeError('no such source')) });
  await expect(waitUntil.mock.calls[0]?.[0]).resolves.toBe(undefined);
});

it('calls go past the worker, and hashed files come from where it keeps those of its build', async () => {
  const addRoutes = vi.fn((_rules: unknown) => Promise.resolve());
  (await installer())({ waitUntil: () => undefined, addRoutes });
  expect(addRoutes.mock.calls).toEqual([
    [
      [
        { condition: { urlPattern: '/api/*' }, source: 'network' },
        {
          condition: { urlPattern: '/assets/*' },
          source: { cacheName: 'workbox-precache-v2-https://sightline.example/' },
        },
      ],
    ],
  ]);
});
