import { z } from 'zod';
import { id } from '../shared/ids.ts';

/**
 * Somebody wears one of these uniforms, or none of them. What somebody wears is judged by how they look in what a camera saw of them; that they
 * wear none of them is said once they have gone.
 */
export const uniformCondition = z.object({
  kind: z.literal('uniform'),
  uniformIds: z.array(id).min(1).max(50),
  mode: z.enum(['wears', 'wearsNone']).default('wears'),
});

export type UniformCondition = z.infer<typeof uniformCondition>;
