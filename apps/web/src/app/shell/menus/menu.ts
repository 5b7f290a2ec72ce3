import type { Role } from '@sightline/contracts/accounts/account';
import type { MenuCondition, MenuEntry } from '../../../platform/features/menu-entry.ts';

/** Who looks at a menu, and where. */
export interface MenuViewer {
  roles: readonly Role[];
  organizationId: string | null;
  pricingOrganizationId: string | null;
  /** Whether a permission is held anywhere. */
  may: (permission: string) => boolean;
  conditions: ReadonlySet<MenuCondition>;
}

const isInOrganization = ({ organizationIds }: MenuEntry, viewer: MenuViewer): boolean => {
  if (organizationIds === undefined) return true;
  if (viewer.organizationId === null) return false;
  return organizationIds === 'pricing'
    ? viewer.organizationId === viewer.pricingOrganizationId
    : organizationIds.includes(viewer.organizationId);
};

/** Whether an entry is there for somebody, whether or not its screen exists. */
export const isVisible = (entry: MenuEntry, viewer: MenuViewer): boolean =>
  (entry.roles === undefined || entry.roles.some((role) => viewer.roles.includes(role))) &&
  isInOrganization(entry, viewer) &&
  (entry.permission === undefined || [entry.permission].flat().some((one) => viewer.may(one))) &&
  (entry.alsoNeeds === undefined || viewer.may(entry.alsoNeeds)) &&
  (entry.condition === undefined || viewer.conditions.has(entry.condition));

/** An entry whose screen exists. */
export type DrawnEntry<E extends MenuEntry> = E & { to: NonNullable<E['to']> };

/** Entries that are drawn for somebody, in their order, with what is below them. */
export const drawnEntries = <E extends MenuEntry>(menu: readonly E[], viewer: MenuViewer): DrawnEntry<E>[] =>
  menu
    .filter((entry): entry is DrawnEntry<E> => entry.to !== undefined && isVisible(entry, viewer))
    .map((entry) => (entry.level3 === undefined ? entry : { ...entry, level3: drawnEntries(entry.level3, viewer) }));

/** The directory with which the database opens for somebody: the first one, and vehicles where people are hidden because faces are not recognised. */
export function openingDirectory<E extends MenuEntry>(
  menu: readonly E[],
  viewer: MenuViewer,
): DrawnEntry<E> | undefined {
  const drawn = drawnEntries(menu, viewer);
  const vehicles = drawn.find(({ key }) => key === 'vehicles');
  return viewer.conditions.has('faceRecognition') ? drawn[0] : (vehicles ?? drawn[0]);
}

/** Whether a path belongs to an entry: its own, one below it, or one that it owns. */
export const isActive = (entry: MenuEntry, path: string): boolean =>
  (entry.to !== undefined && (path === entry.to || path.startsWith(`${entry.to}/`))) ||
  (entry.owns?.test(path) ?? false);

/** The active entry of one level: the one with the longest path, so that a child wins over its parent. */
export const activeEntry = <E extends MenuEntry>(menu: readonly E[], path: string): E | undefined =>
  menu
    .filter((entry) => isActive(entry, path) || (entry.level3?.some((child) => isActive(child, path)) ?? false))
    .toSorted((a, b) => (b.to?.length ?? 0) - (a.to?.length ?? 0))[0];
