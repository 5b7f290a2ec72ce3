import type { Catalogue } from '../platform/features/web-feature.ts';
import { sharedCatalogues, type SharedTexts } from '../platform/i18n/shared-catalogues.ts';
import type { Language } from '../platform/i18n/language.ts';
import { declarations, type Feature } from './features.ts';

type CataloguesOf<F> = F extends { texts: infer Texts } ? Texts : never;
type Both<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type Declared = Both<CataloguesOf<Feature>>;
type LoadedBy<C> = C extends { en: () => Promise<{ default: infer Texts }> } ? Texts : never;

type SaidElsewhere<C> = LoadedBy<C> extends { elsewhere: infer Words } ? Words : never;
type OwnTexts<C> = LoadedBy<C> extends { elsewhere: unknown } ? Omit<LoadedBy<C>, 'elsewhere'> : LoadedBy<C>;

/** Every text of a language: what all features share, what each declares, and what it says in lists of others. */
export type Texts = SharedTexts & { [Noun in keyof Declared]: OwnTexts<Declared[Noun]> } & Both<
    { [Noun in keyof Declared]: SaidElsewhere<Declared[Noun]> }[keyof Declared]
  >;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

const loaded = async (name: string, catalogue: Catalogue, language: Language): Promise<[string, Nested]> => [
  name,
  (await catalogue[language]()).default as Nested,
];

interface Nested {
  [key: string]: string | Nested;
}

/** Both together; where both say something, the second. */
function joined(one: Nested, other: Nested): Nested {
  const all = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = all[key];
    all[key] = typeof known === 'object' && typeof value === 'object' ? joined(known, value) : value;
  }
  return all;
}

/**
 * Fetches every text of a language. The build lays all of one language into one file. What a noun says below `elsewhere` belongs to lists
 * that other screens draw, by its whole key: its failures (`errors`), permissions, deeds in the audit, kinds of what cores are told.
 */
export const textsIn = async (language: Language): Promise<Texts> => {
  const named = declarations.flatMap(({ texts }) => Object.entries(texts ?? {}));
  const [shared, ...own] = await Promise.all([
    sharedCatalogues[language](),
    ...named.map(([name, catalogue]) => loaded(name, catalogue, language)),
  ]);
  let all = shared.texts as Nested;
  for (const [name, { elsewhere = {}, ...texts }] of own)
    all = joined(joined(all, { [name]: texts }), elsewhere as Nested);
  return all as unknown as Texts;
};
