import type { Catalogue } from '../platform/features/web-feature.ts';
import { sharedCatalogues, type SharedTexts } from '../platform/i18n/shared-catalogues.ts';
import type { Language } from '../platform/i18n/language.ts';
import { declarations, type Feature } from './features.ts';

type CataloguesOf<F> = F extends { texts: infer Texts } ? Texts : never;
type Both<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type Declared = Both<CataloguesOf<Feature>>;
type LoadedBy<C> = C extends { en: () => Promise<{ default: infer Texts }> } ? Texts : never;

/** Every text of a language: what all features share, and what each declares. */
export type Texts = SharedTexts & { [Noun in keyof Declared]: LoadedBy<Declared[Noun]> };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

const loaded = async (name: string, catalogue: Catalogue, language: Language): Promise<[string, object]> => [
  name,
  (await catalogue[language]()).default,
];

/** Fetches every text of a language. The build lays all of one language into one file. */
export const textsIn = async (language: Language): Promise<Texts> => {
  const named = declarations.flatMap(({ texts }) => Object.entries(texts ?? {}));
  const [shared, ...own] = await Promise.all([
    sharedCatalogues[language](),
    ...named.map(([name, catalogue]) => loaded(name, catalogue, language)),
  ]);
  return { ...shared.texts, ...Object.fromEntries(own) } as Texts;
};
