import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import type { DeclaredEntry, DeclaredMenus, MenuName } from '../../../platform/features/web-feature.ts';
import { declarations, type Feature } from '../../features.ts';

type EntryOf<F, Menu extends MenuName> = F extends {
  menus: { readonly [K in Menu]: readonly (infer Entry extends DeclaredEntry)[] };
}
  ? Entry
  : never;

type EntryIn<Menu extends MenuName> = NonNullable<DeclaredMenus[Menu]>[number];

type ChildOf<Entry> = Entry extends { level3: readonly (infer Child extends MenuEntry)[] } ? Child : never;

/** Keys of texts of a menu: of its entries, and of what stands below them. */
type NameIn<Menu extends MenuName> = (EntryOf<Feature, Menu> | ChildOf<EntryOf<Feature, Menu>>)['name'];

/** An entry of a menu, with the keys of texts and the addresses that features declare there. */
export type MenuItem<Menu extends MenuName> = Omit<EntryIn<Menu>, 'name' | 'to' | 'about' | 'level3'> &
  Pick<EntryOf<Feature, Menu>, 'to' | 'about'> & {
    name: NameIn<Menu>;
    level3?: readonly MenuEntry<NameIn<Menu>, EntryOf<Feature, Menu>['to']>[];
  };

/** Entries in their order; those of one place in the order of the features. */
export const inOrder = <E extends { order: number }>(entries: readonly E[]): readonly E[] =>
  entries.toSorted((a, b) => a.order - b.order);

/** What features declare for a menu, in its order. */
export const declaredMenu = <Menu extends MenuName>(menu: Menu): readonly MenuItem<Menu>[] =>
  inOrder(
    declarations.flatMap(({ menus }) => (menus?.[menu] ?? []) as readonly EntryIn<Menu>[]),
  ) as unknown as readonly MenuItem<Menu>[];
