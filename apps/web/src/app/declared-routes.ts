import type { FrameName } from '../platform/routes/frames.ts';
import { declarations, type Feature } from './features.ts';

type RoutesOf<F, In extends FrameName> = F extends { routes: { readonly [K in In]: readonly (infer Route)[] } }
  ? Route
  : never;

/** The pages that features declare in a frame, typed one by one, so that links to them are checked. */
export const routesIn = <In extends FrameName>(frame: In): readonly RoutesOf<Feature, In>[] =>
  declarations.flatMap(({ routes }) => routes?.[frame] ?? []) as unknown as readonly RoutesOf<Feature, In>[];
