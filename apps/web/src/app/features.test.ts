import { expect, it } from 'vitest';
import { declarations } from './features.ts';
import { router } from './router.tsx';
import { declaredMenu } from './shell/menus/declared-menu.ts';
import { ownPages } from './shell/finding/own-pages.ts';

const menus = ['main', 'settings', 'database', 'account', 'developer'] as const;

it('leads from every declared entry and page to a screen of its own', () => {
  const addresses = [
    ...menus.flatMap((menu) => declaredMenu(menu).map(({ to }): string => to)),
    ...declarations.flatMap(({ pages = [] }) => pages.map(({ to }) => to)),
    ...ownPages.map(({ to }) => to),
  ];
  expect(addresses.length).toBeGreaterThan(40);
  const lost = addresses.filter((address) => {
    const [path = ''] = address.split('?');
    const [routes] = router.getMatchedRoutes(path);
    return routes.at(-1)?.fullPath !== path;
  });
  expect(lost).toEqual([]);
});

it('declares every page, with a frame that is drawn around it', () => {
  for (const { noun, routes = {} } of declarations) {
    for (const route of Object.values(routes).flat()) {
      const path = (route.options as { path: string }).path;
      const [matched] = router.getMatchedRoutes(path.replaceAll(/\$\w+/g, 'id'));
      expect([noun, matched.at(-1)?.id]).toEqual([noun, route.id]);
    }
  }
});

it('names every feature once, and gives no two entries of a menu one place', () => {
  const nouns = declarations.map(({ noun }) => noun);
  expect(new Set(nouns).size).toBe(nouns.length);
  for (const menu of menus) {
    const orders = declaredMenu(menu).map(({ order }) => order);
    expect([menu, orders]).toEqual([menu, [...new Set(orders)].sort((a, b) => a - b)]);
  }
});
