import { z } from 'zod';
import { cameraConfig } from './link-operations.ts';

/** Which recognition the organization allows its cameras. What is not there is not allowed. */
export const organizationSwitches = z.object({ allowed: z.record(z.string().max(60), z.boolean()) });

/** What people want at a location: whether faces may be looked for there. */
export const locationPrivacy = z.object({ faceRecognition: z.boolean() });

/**
 * Content of every kind of entity that is synced to cores, by the kind's name. A further kind is one line here, its declaration on
 * the server (`SyncedEntity`) and its owner on the edge (`owns` of a capability).
 */
export const syncedKinds = { camera: cameraConfig, organizationSwitches, locationPrivacy } as const;

export type SyncedKind = keyof typeof syncedKinds;
export type SyncedContent<K extends SyncedKind> = z.infer<(typeof syncedKinds)[K]>;
