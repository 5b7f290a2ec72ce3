import type { Icon } from '@tabler/icons-react';
import type { AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Language } from '../i18n/language.ts';
import type { FrameName } from '../routes/frames.ts';
import type { MenuEntry } from './menu-entry.ts';

/** The texts of one noun, one file for each language; only the language that is read is fetched. */
export type Catalogue = Record<Language, () => Promise<{ default: object }>>;

/** A page as the global search knows it. */
export interface DeclaredPage extends Pick<MenuEntry, 'name' | 'permission' | 'roles'> {
  /** Its address; with a query where that opens a dialog of the page. */
  to: string;
  /** Key of the text that says what it is for. */
  about: string;
  /** Opens without an organization too. */
  isFree?: true;
}

/** A page that stands in a menu; the search finds it as well. */
export interface DeclaredEntry extends MenuEntry {
  to: string;
  about: string;
  /** Its place in the menu, in steps of ten; the lowest is first. */
  order: number;
}

/** A place of the rail and the tab bar. */
export interface DeclaredPlace extends DeclaredEntry {
  icon: Icon;
  /** Key of the one word that stands for a name which is wider than the rail. */
  short?: 'shell.nav.alarms';
  /** How much waits there, drawn beside its name; fetched after the frame stands. */
  badge?: ComponentType;
}

/** The menus and what stands in each. */
export interface DeclaredMenus {
  main?: readonly DeclaredPlace[];
  settings?: readonly DeclaredEntry[];
  database?: readonly DeclaredEntry[];
  account?: readonly DeclaredEntry[];
  developer?: readonly DeclaredEntry[];
}

export type MenuName = keyof DeclaredMenus;

/** A key of the keyboard that the help lists. */
export interface DeclaredKey {
  section: 'general' | 'camera' | 'results' | 'alerts';
  /** What is written on the keys, pressed together or one of them. */
  press: readonly string[];
  /** Key of the text that says what it does. */
  does: string;
}

/** The module `<noun>.live.ts`. */
export interface LiveUpdates {
  startLive: () => () => void;
}

/**
 * A feature as it declares itself to the web. It stands in the first download, so it is light: pages and live
 * updates are lazy, texts are fetched. What it says is checked where `app/` joins it: a key of a text that does not exist does not compile.
 */
export interface WebFeature {
  /** The noun of its folder. */
  noun: string;
  /** Its texts, by the name that their keys begin with. */
  texts?: Readonly<Record<string, Catalogue>>;
  /** Pages that need no other feature, by the frame that they stand in. Those that join several stand in `app/pages/`. */
  routes?: Partial<Record<FrameName, readonly AnyRoute[]>>;
  menus?: DeclaredMenus;
  /** Pages and dialogs that the search finds and no menu holds. */
  pages?: readonly DeclaredPage[];
  /** Keeps its part of the cache true to realtime events; `startLive` answers how to stop. */
  live?: () => Promise<LiveUpdates>;
  keys?: readonly DeclaredKey[];
}
