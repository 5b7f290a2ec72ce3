import type { z } from 'zod';
import { nounKinds } from './link-nouns.ts';
import { cameraConfig } from './link-operations.ts';

/**
 * Content of every kind of entity that is synced to cores, by the kind's name. A further kind stands in `nounKinds`; it has a
 * declaration on the server (`SyncedEntity`) and an owner on the edge (`owns` of a capability).
 */
export const syncedKinds = { camera: cameraConfig, ...nounKinds } as const;

export type SyncedKind = keyof typeof syncedKinds;
export type SyncedContent<K extends SyncedKind> = z.infer<(typeof syncedKinds)[K]>;
