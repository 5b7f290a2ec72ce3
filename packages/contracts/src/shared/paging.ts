import { z } from 'zod';

/** Query of every list: `limit` 1-200 (default 50), `cursor` as answered by the page before. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
});

/** Count of all matches. `relation` is `atLeast` when counting stopped at 10,000. */
export const total = z.object({ value: z.number().int().min(0), relation: z.enum(['exact', 'atLeast']) });

/** Wraps an item schema in the shape of every list answer. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total });

/** What a list call answers. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: { value: number; relation: 'exact' | 'atLeast' };
}
