import type { Alert } from '@sightline/contracts/alerts/alert';
import type { Page } from '@sightline/contracts/shared/paging';

/** The pages of the queue as they are cached. */
export interface QueuePages {
  pages: Page<Alert>[];
  pageParams: unknown[];
}

/** As the server lists them. */
const byNewest = (one: Alert, other: Alert): number =>
  other.openedAtUtcMs - one.openedAtUtcMs || (other.id > one.id ? 1 : -1);

/** Alerts of the newest page that are not on the screen yet. */
export function freshOf(shown: QueuePages, newest: Page<Alert>): Alert[] {
  const known = new Set(shown.pages.flatMap((page) => page.items.map(({ id }) => id)));
  return newest.items.filter(({ id }) => !known.has(id));
}

/** The newer state of an alert with the picture's address of before: another signature would only load it again. */
const renewed = (known: Alert, newer: Alert): Alert => ({ ...newer, pictureUrl: known.pictureUrl ?? newer.pictureUrl });

/** The pages with newer states of alerts that they hold; older ones change nothing. */
export function withChanged(shown: QueuePages, changed: readonly Alert[]): QueuePages {
  const byId = new Map(changed.map((alert) => [alert.id, alert]));
  const newer = (alert: Alert): Alert => {
    const told = byId.get(alert.id);
    return told === undefined || told.revision < alert.revision || told.updatedAtUtcMs < alert.updatedAtUtcMs
      ? alert
      : renewed(alert, told);
  };
  return {
    ...shown,
    pages: shown.pages.map((page) =>
      page.items.some(({ id }) => byId.has(id)) ? { ...page, items: page.items.map(newer) } : page,
    ),
  };
}

/**
 * The pages with the newest page worked in: new alerts in their place, known ones as they are now. When nothing of it is
 * known, there may be more between than was read, so the list begins anew with it.
 */
export function withNewest(shown: QueuePages, newest: Page<Alert>): QueuePages {
  const fresh = freshOf(shown, newest);
  if (fresh.length === newest.items.length && newest.nextCursor !== null)
    return { pages: [newest], pageParams: [null] };
  const [first, ...rest] = withChanged(shown, newest.items).pages.map((page) => ({ ...page, total: newest.total }));
  if (first === undefined) return { pages: [newest], pageParams: [null] };
  return { ...shown, pages: [{ ...first, items: [...fresh, ...first.items].toSorted(byNewest) }, ...rest] };
}

/** The pages without these alerts. */
export function without(shown: QueuePages, ids: ReadonlySet<string>): QueuePages {
  return {
    ...shown,
    pages: shown.pages.map((page) =>
      page.items.some(({ id }) => ids.has(id)) ? { ...page, items: page.items.filter(({ id }) => !ids.has(id)) } : page,
    ),
  };
}

const indexOf = (rows: readonly Alert[], id: string | undefined): number => rows.findIndex((alert) => alert.id === id);

/** The alert a step after or before another one in the list; the first one where that is not in it. */
export function neighbour(rows: readonly Alert[], id: string | undefined, step: 1 | -1): Alert | undefined {
  const index = indexOf(rows, id);
  if (index < 0) return rows[0];
  return rows[index + step];
}

/** The next one down that nobody is done with, of the rows that are loaded. */
export const openBelow = (rows: readonly Alert[], id: string): Alert | undefined =>
  rows.slice(indexOf(rows, id) + 1).find(isOpen(id));

/** The nearest one above that nobody is done with. */
export const openAbove = (rows: readonly Alert[], id: string): Alert | undefined =>
  rows.slice(0, Math.max(0, indexOf(rows, id))).findLast(isOpen(id));

const isOpen =
  (id: string) =>
  (alert: Alert): boolean =>
    alert.handling !== 'done' && alert.id !== id;
