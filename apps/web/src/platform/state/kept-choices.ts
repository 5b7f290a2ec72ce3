import { createStore, useStore, type StoreApi } from 'zustand';
import { onTenantEnd } from '../session/tenant-state.ts';

const prefix = 'sightline-tenant:';

const read = (name: string): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch (unusable) {
    // Storage is switched off, absent, or holds something that is none of ours.
    if (!(unusable instanceof DOMException || unusable instanceof SyntaxError || unusable instanceof ReferenceError))
      throw unusable;
    return [];
  }
};

const write = (name: string, ids: readonly string[]): void => {
  try {
    if (ids.length === 0) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(ids));
  } catch (unusable) {
    if (!(unusable instanceof DOMException || unusable instanceof ReferenceError)) throw unusable;
  }
};

/** Ids of things of one organization that somebody chose, for instance sites that are folded. */
export interface KeptChoices {
  store: StoreApi<{ ids: readonly string[] }>;
  toggle: (id: string) => void;
}

/** Choices about things of one organization: kept in this browser, and forgotten when another organization, or nobody, comes. */
export const keptChoices = (name: string): KeptChoices => {
  const store = createStore<{ ids: readonly string[] }>(() => ({ ids: read(name) }));
  const set = (ids: readonly string[]): void => {
    write(name, ids);
    store.setState({ ids });
  };
  onTenantEnd(() => set([]));
  return {
    store,
    toggle: (id) => {
      const { ids } = store.getState();
      set(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
    },
  };
};

/** Whether a thing is among the choices, and how to change that. */
export const useKeptChoice = ({ store, toggle }: KeptChoices, id: string): [boolean, () => void] => [
  useStore(store, ({ ids }) => ids.includes(id)),
  () => toggle(id),
];
