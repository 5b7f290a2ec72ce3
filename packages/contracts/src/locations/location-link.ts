import { z } from 'zod';

/** What people want at a location: whether faces may be looked for there. */
const locationPrivacy = z.object({ faceRecognition: z.boolean() });

/** What cores are told of locations. */
export const locationKinds = { locationPrivacy } as const;
