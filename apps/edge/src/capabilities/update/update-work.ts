import { z } from 'zod';
import { recordedStreams } from '../../platform/software/software-state.ts';
import type { MetaStore } from '../../platform/store/meta-store.ts';

/** Row of the store that holds the update under way. */
export const workKey = 'softwareWork';

const updateWork = z.object({
  updateId: z.string(),
  version: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  path: z.string(),
  token: z.string(),
  /** Of the folder. */
  name: z.string(),
  state: z.enum(['fetching', 'switching']),
  /** How often the launcher was asked. */
  switches: z.number(),
  /** What the version of now did when it was last looked at. */
  evidence: z
    .object({ recorded: z.number().int(), wasLinked: z.boolean(), streams: recordedStreams })
    .nullable()
    .default(null),
});

/** An update under way, as it survives a restart. */
export type UpdateWork = z.infer<typeof updateWork>;

export function readWork(meta: MetaStore): UpdateWork | null {
  const text = meta.get(workKey);
  return text === null ? null : (updateWork.safeParse(JSON.parse(text)).data ?? null);
}
