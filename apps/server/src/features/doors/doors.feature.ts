import type { ServerContext } from '../../platform/features/server-context.ts';
import type { ServerFeature } from '../../platform/features/server-feature.ts';

/** Doors that cores watch. */
export const doorsFeature: ServerFeature<ServerContext> = {
  noun: 'doors',
  link: () => ({
    // There are no doors yet of which a core could speak.
    doorCandidate: () => Promise.resolve(false),
    doorState: () => Promise.resolve(false),
  }),
};
