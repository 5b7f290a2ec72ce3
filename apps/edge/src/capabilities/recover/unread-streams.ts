import type { MetaStore } from '../../platform/store/meta-store.ts';
import type { Store } from '../../platform/store/open-store.ts';

const key = 'unreadStreams';

/**
 * Streams of which files may lie on the disk that the store does not know, because it was lost, is much older than the footage, or the
 * disk is of another core. All of their files are looked at, at every start until that was done once to the end: newer footage is recorded
 * meanwhile, so that the last moment that is known says nothing of what lies before it.
 */
export const unreadStreams = (meta: MetaStore): string[] => JSON.parse(meta.get(key) ?? '[]') as string[];

export function noteUnread(meta: MetaStore, streamIds: readonly string[]): void {
  if (streamIds.length > 0) meta.set(key, JSON.stringify([...new Set([...unreadStreams(meta), ...streamIds])]));
}

/** What another store of the same footage, attached as `old`, did not know all files of: nor does whoever goes on with it. */
export function takeUpUnread({ store, meta }: { store: Store; meta: MetaStore }): void {
  const unread = store.prepare('select value from old.meta where key = ?').pluck().get(key) as string | undefined;
  if (unread !== undefined) noteUnread(meta, JSON.parse(unread) as string[]);
}

/** The store knows all files of this stream. */
export function noteRead(meta: MetaStore, streamId: string): void {
  const left = unreadStreams(meta).filter((id) => id !== streamId);
  if (left.length > 0) meta.set(key, JSON.stringify(left));
  else meta.remove(key);
}
