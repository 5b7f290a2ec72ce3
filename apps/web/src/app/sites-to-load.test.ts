import { expect, test } from 'vitest';
import { sitesToLoad } from './sites-to-load.ts';

test('ROUTE-015: the tree of sites is read before the pages that draw it, and not before any other', () => {
  for (const path of ['/', '/auth/login', '/splash', '/location/home', '/location/map', '/location/floors']) expect(sitesToLoad(path), path).toBe('tree');
  for (const path of ['/location/list', '/camera/1', '/cameras', '/search', '/homes', '/location/homework']) expect(sitesToLoad(path), path).toBe('first');
});
