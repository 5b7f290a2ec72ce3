import { z } from 'zod';

/** How sure it is that somebody is who the face says, in words: see `faceSureness`. */
export const sureness = z.enum(['likely', 'sure', 'verySure']);

export type Sureness = z.infer<typeof sureness>;
