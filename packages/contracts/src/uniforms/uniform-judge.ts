import { z } from 'zod';

const values = z.array(z.number()).max(1024);

/** Says of an appearance vector whether somebody wears a uniform; learnt from looks of one model. */
export const uniformJudge = z.object({
  /** Where those lie that were marked as the same, unit length. */
  centre: values,
  /** What lies further from the centre than this (cosine) is never the uniform: nothing was learnt of it. */
  floor: z.number(),
  /** What tells the uniform from others that are near. */
  weights: values,
  bias: z.number(),
});

export type UniformJudge = z.infer<typeof uniformJudge>;
