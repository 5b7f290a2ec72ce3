import type { DeclaredKey } from '../../../platform/features/web-feature.ts';
import { declarations, type Feature } from '../../features.ts';

type KeyOf<F> = F extends { keys: readonly (infer Key extends DeclaredKey)[] } ? Key : never;

const ownKeys = [
  { section: 'general', press: ['?'], does: 'shell.keys.help' },
  { section: 'general', press: ['Esc'], does: 'shell.keys.escape' },
] as const satisfies readonly DeclaredKey[];

type ListedKey = Omit<DeclaredKey, 'does'> & Pick<KeyOf<Feature> | (typeof ownKeys)[number], 'does'>;

const keys: readonly DeclaredKey[] = [...declarations.flatMap((feature) => feature.keys ?? []), ...ownKeys];

/** Keys that the help lists, by where they work. */
export const keySections = (['general', 'camera', 'results', 'alerts'] as const).map((section) => ({
  title: `shell.keys.${section}` as const,
  keys: keys.filter((key) => key.section === section) as ListedKey[],
}));
