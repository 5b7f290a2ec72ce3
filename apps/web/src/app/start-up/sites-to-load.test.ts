import { expect, test } from 'vitest';
import { sitesToLoad } from './sites-to-load.ts';

const loads = (path: string): string => sitesToLoad(new URL(path, 'https://sightline.example'));

test('ROUTE-015: the tree of sites is read before the pages that draw it, and not before any other', () => {
  const drawn = [
    '/',
    '/auth/login',
    '/splash',
    '/location/home',
    '/location/map',
    '/location/floors',
    '/location/list?sort=name&of=sites',
  ];
  for (const path of drawn) expect(loads(path), path).toBe('tree');
  const others = [
    '/location/list',
    '/location/list?of=cameras',
    '/camera/1?of=sites',
    '/cameras',
    '/search',
    '/homes',
    '/location/homework',
  ];
  for (const path of others) expect(loads(path), path).toBe('first');
});
