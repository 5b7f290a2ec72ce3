import type { Event, EventMark } from '@sightline/contracts/events/event';
import type { Page } from '@sightline/contracts/shared/paging';

export interface EventPages {
  pages: Page<Event>[];
  pageParams: unknown[];
}

const isNewerThan = (one: Event, other: Event): number =>
  other.startedAtUtcMs - one.startedAtUtcMs || (other.id < one.id ? -1 : 1);

/** Events of the newest page that are not on the screen yet. */
export function freshOf(shown: EventPages, newest: Page<Event>): Event[] {
  const known = new Set(shown.pages.flatMap((page) => page.items.map(({ id }) => id)));
  return newest.items.filter(({ id }) => !known.has(id));
}

/** The newer revision with the pictures' addresses of the older one: another signature would only load them again. */
const renewed = (known: Event, newer: Event): Event => ({
  ...newer,
  thumbnails: {
    object: known.thumbnails.object ?? newer.thumbnails.object,
    face: known.thumbnails.face ?? newer.thumbnails.face,
    plate: known.thumbnails.plate ?? newer.thumbnails.plate,
  },
});

/**
 * The pages with the newest page worked in: new events in their place, known ones in their newest revision. When nothing
 * of it is known, there may be more between than was read, so the list begins anew with it. `repictured`: events whose
 * picture is another one now.
 */
export function withNewest(
  shown: EventPages,
  newest: Page<Event>,
  repictured: ReadonlySet<string> = new Set(),
): EventPages {
  const fresh = freshOf(shown, newest);
  if (fresh.length === newest.items.length && newest.nextCursor !== null)
    return { pages: [newest], pageParams: [null] };
  const revised = new Map(newest.items.map((item) => [item.id, item]));
  const newer = (item: Event): Event => {
    const known = revised.get(item.id);
    if (!known || known.revision < item.revision) return item;
    return repictured.has(item.id) ? known : renewed(item, known);
  };
  const [first, ...rest] = shown.pages.map((page) => ({ ...page, total: newest.total, items: page.items.map(newer) }));
  if (!first) return { pages: [newest], pageParams: [null] };
  return { ...shown, pages: [{ ...first, items: [...fresh, ...first.items].toSorted(isNewerThan) }, ...rest] };
}

/** An event with what a later revision of its mark says; the rest stays until it is read. */
export function withMark(event: Event, mark: EventMark): Event {
  if (mark.revision <= event.revision) return event;
  const { phase, severity, lastSeenUtcMs, endedAtUtcMs, isStationary, revision } = mark;
  return {
    ...event,
    phase,
    severity,
    lastSeenUtcMs,
    endedAtUtcMs,
    isStationary,
    revision,
    dwellMs: Math.max(0, (endedAtUtcMs ?? lastSeenUtcMs) - event.startedAtUtcMs),
  };
}

/** The pages with later revisions of what they hold. */
export function withMarks(shown: EventPages, marks: readonly EventMark[]): EventPages {
  const byId = new Map(marks.map((mark) => [mark.id, mark]));
  const revise = (item: Event): Event => {
    const mark = byId.get(item.id);
    return mark ? withMark(item, mark) : item;
  };
  return {
    ...shown,
    pages: shown.pages.map((page) =>
      page.items.some(({ id }) => byId.has(id)) ? { ...page, items: page.items.map(revise) } : page,
    ),
  };
}

/** Ids of events that were told again without a newer revision: then their picture came or changed. */
export function repictured(shown: EventPages, marks: readonly EventMark[]): string[] {
  const revisions = new Map(
    shown.pages.flatMap((page) => page.items.map(({ id, revision }) => [id, revision] as const)),
  );
  return marks.filter(({ id, revision }) => revisions.get(id) === revision).map(({ id }) => id);
}
