import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** Somebody did something. Written in the change's own transaction, sealed into the chain soon after. */
export const auditEntry = z.object({
  id,
  created_at: utcMs,
  /** What was done: `<noun>.<verb>`. */
  method: z.string(),
  user: z
    .object({ id: z.string(), name: z.string(), email: z.string().nullable(), authProviderId: z.string().nullable() })
    .nullable()
    .describe('null: the system itself, or somebody who is gone'),
  /** The organization a helper came from; null for members. */
  viaOrganization: z.object({ id, name: z.string() }).nullable(),
  apiKeyName: z.string().nullable(),
  address: z.string().nullable(),
  entityKind: z.string(),
  entityId: z.string().nullable(),
  /** Name of the thing as it was then, when it has one. */
  entityName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  sealedAt: utcMs.nullable(),
});

/** What is looked for. Absent parts mean everything. `orgIds`: where helpers came from. */
export const auditFilter = z.object({
  start: utcMs.optional(),
  end: utcMs.optional(),
  events: z.array(z.string().max(100)).max(200).default([]),
  authProviderIds: z.array(z.string().max(100)).max(50).default([]),
  orgIds: z.array(id).max(100).default([]),
  users: z.array(z.string().max(100)).max(200).default([]),
  entityId: z.string().max(100).optional(),
});

/** Whether the chain of seals is whole: nothing was changed, taken out or put in since it was sealed. */
export const auditVerification = z.object({
  isWhole: z.boolean(),
  entries: z.number().int(),
  sealed: z.number().int(),
  /** First entry that does not fit; null when all do. */
  brokenAt: z
    .object({ id: z.string(), created_at: utcMs, cause: z.enum(['changed', 'missing', 'inserted']) })
    .nullable(),
  /**
   * Since when this server writes outside of the database where the chain ends, so that one that was set back is found; null
   * when it has not begun yet.
   */
  anchoredSince: utcMs.nullable(),
});

/** The same for some days alone. `entries` and `sealed` are those of the days. */
export const auditRangeVerification = auditVerification.extend({
  /**
   * The seals were followed from these days to the end of the chain, which this server proves. False when that is too far:
   * then the days fit together and into what is around them, and only the check of the whole chain proves more.
   */
  reachesEnd: z.boolean(),
  /** Of very many entries only those since then were checked; null for all. */
  checkedSince: utcMs.nullable(),
});

export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditFilter = z.infer<typeof auditFilter>;
export type AuditVerification = z.infer<typeof auditVerification>;
export type AuditRangeVerification = z.infer<typeof auditRangeVerification>;
