import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import type { DeclaredPage, MenuName } from '../../../platform/features/web-feature.ts';
import { declarations, type Feature } from '../../features.ts';
import { declaredMenu, type MenuItem } from '../menus/declared-menu.ts';
import { drawnEntries, type MenuViewer } from '../menus/menu.ts';
import { ownPages } from './own-pages.ts';

type PageOf<F> = F extends { pages: readonly (infer Page extends DeclaredPage)[] } ? Page : never;
type AnyPage = PageOf<Feature> | (typeof ownPages)[number] | MenuItem<MenuName>;

/** A page as the search knows it: keys of its name and of what it is for, and its address. */
export interface SearchPage {
  key: string;
  name: AnyPage['name'];
  about: AnyPage['about'];
  href: string;
}

/** What decides beside the menus who may open what. */
export interface PageViewer extends MenuViewer {
  isDeveloper: boolean;
  /** Begins at the home of devices; everybody else is sent away from there. */
  hasHome: boolean;
}

type Described = MenuEntry & { about: string };

/** Pages that somebody may open, in the order of the menus. */
export function searchPages(viewer: PageViewer): SearchPage[] {
  const main = declaredMenu('main').filter(({ to }) => to !== '/location/home' || viewer.hasHome);
  const pages = [...declarations.flatMap((feature) => feature.pages ?? []), ...ownPages].map((page: DeclaredPage) => ({
    ...page,
    key: page.to,
  }));
  const ofOrganization = [
    ...main,
    ...pages.filter(({ isFree }) => isFree !== true),
    ...declaredMenu('database'),
    ...declaredMenu('settings'),
  ];
  const all: Described[] = [
    ...(viewer.organizationId === null ? [] : ofOrganization),
    ...declaredMenu('account'),
    ...pages.filter(({ isFree }) => isFree === true),
    ...(viewer.isDeveloper ? declaredMenu('developer') : []),
  ];
  return drawnEntries(all, viewer)
    .filter(({ disabled }) => disabled !== true)
    .map(({ to, name, about }) => ({ key: `page:${to}`, name, about, href: to }) as SearchPage);
}
