import { onTenantEnd } from '../../platform/session/tenant-state.ts';
import type { PaletteEntry } from './palette-entry.ts';

const prefix = 'sightline-tenant:recent-finds:';
const most = 8;

const isEntry = (value: unknown): value is PaletteEntry => {
  if (typeof value !== 'object' || value === null) return false;
  const { key, group, name, detail, href } = value as Record<string, unknown>;
  const isText = [key, group, name, href].every((part) => typeof part === 'string');
  return (
    isText &&
    (href as string).startsWith('/') &&
    Array.isArray(detail) &&
    detail.every((part) => typeof part === 'string')
  );
};

/** Whose entries they are: somebody in an organization. */
export interface EntryOwner {
  userId: string;
  organizationId: string | null;
}

const keyOf = ({ userId, organizationId }: EntryOwner): string => `${prefix}${organizationId ?? ''}:${userId}`;

const withStorage = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch (unusable) {
    // Storage is switched off, absent, or holds something that is none of ours.
    if (!(unusable instanceof DOMException || unusable instanceof SyntaxError || unusable instanceof ReferenceError))
      throw unusable;
    return otherwise;
  }
};

/** What somebody opened last, the newest first; kept in this browser. */
export const readRecent = (owner: EntryOwner): readonly PaletteEntry[] =>
  withStorage(() => {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry).slice(0, most) : [];
  }, []);

/** Keeps these, and nothing else, as what was opened last. */
export const keepRecent = (owner: EntryOwner, entries: readonly PaletteEntry[]): void => {
  const kept = entries.slice(0, most).map(({ key, group, name, detail, href }) => ({ key, group, name, detail, href }));
  withStorage(() => localStorage.setItem(keyOf(owner), JSON.stringify(kept)), undefined);
};

/** Puts an entry first among those opened last. Events go by, and are not kept. */
export const rememberEntry = (owner: EntryOwner, entry: PaletteEntry): void => {
  if (entry.group !== 'event') keepRecent(owner, [entry, ...readRecent(owner).filter(({ key }) => key !== entry.key)]);
};

// Names of an organization do not stay in a browser from which somebody signed out.
onTenantEnd(() =>
  withStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  }, undefined),
);
